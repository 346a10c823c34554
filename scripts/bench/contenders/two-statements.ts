import { createDatabase, inTransaction, type Db } from '@paidup/db'
import { POOL_SIZE } from '../stage/web.ts'

/**
 * The least that a webhook can do and be right: claim and ordered write, two statements in one interactive transaction
 * of Prisma, without a re-read. Like the other yardstick it stays as it is.
 */
export class TwoStatements {
  readonly #db: Db

  constructor(databaseUrl: string) {
    this.#db = createDatabase({ url: databaseUrl, poolSize: POOL_SIZE })
  }

  /** @param id of the event, its subscription and its customer */
  async process(id: string): Promise<void> {
    await inTransaction(this.#db, async (tx) => {
      const claimed = await tx.$queryRaw<unknown[]>`
        INSERT INTO processed_events (provider, event_id, event_type)
        VALUES ('stripe', ${`evt_${id}`}, 'customer.subscription.updated')
        ON CONFLICT (provider, event_id) DO NOTHING
        RETURNING id`
      if (claimed.length === 0) throw new Error(`The event ${id} has been claimed before`)
      await tx.$queryRaw<unknown[]>`
        INSERT INTO plan_entitlements AS row
          (stripe_subscription_id, stripe_customer_id, plan, status, quantity, last_event_at)
        VALUES (${`sub_${id}`}, ${`cus_${id}`}, 'pro', 'active', 1, '2026-09-21T00:00:01Z'::timestamptz)
        ON CONFLICT (stripe_subscription_id) DO UPDATE SET
          plan = EXCLUDED.plan, status = EXCLUDED.status, quantity = EXCLUDED.quantity,
          last_event_at = EXCLUDED.last_event_at, updated_at = now()
        WHERE row.last_event_at IS NULL OR row.last_event_at < EXCLUDED.last_event_at
        RETURNING id`
    })
  }

  close(): Promise<void> {
    return this.#db.$disconnect()
  }
}
