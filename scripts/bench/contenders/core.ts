import { createIntake, processWebhook, type Intake, type Log } from '@paidup/billing'
import { createDatabase, type Db } from '@paidup/db'
import { SECRET, type Delivery } from '../deliveries.ts'
import { POOL_SIZE } from '../stage/web.ts'

const silent: Log = {
  child: () => silent,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** The webhook without HTTP: verified, claimed, written and committed in this process. */
export class Core {
  readonly #db: Db
  readonly #intake: Intake

  constructor(databaseUrl: string) {
    this.#db = createDatabase({ url: databaseUrl, poolSize: POOL_SIZE })
    this.#intake = createIntake(this.#db)
  }

  /** @throws Error when its outcome is not `processed` */
  async process({ body, signature }: Delivery): Promise<void> {
    const deps = {
      db: this.#db,
      intake: this.#intake,
      log: silent,
      clock: { now: () => new Date() },
      webhookSecrets: [SECRET],
      livemode: false,
      onSignatureFault: () => undefined,
    }
    const { outcome } = await processWebhook(deps, { rawBody: Buffer.from(body), signature })
    if (outcome !== 'processed') throw new Error(`An event was ${outcome}`)
  }

  close(): Promise<void> {
    return this.#db.$disconnect()
  }
}
