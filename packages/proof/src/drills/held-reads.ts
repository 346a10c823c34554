import { createIntake, processWebhook, type Log } from '@paidup/billing'
import { leaseDueReads, runRead } from '@paidup/billing/jobs'
import {
  fixture,
  openStripeAnswers,
  signed,
  WEBHOOK_SECRET,
  type StripeAnswers,
} from '@paidup/billing/testing'
import { createDatabase, type Db } from '@paidup/db'
import type { Row } from './drill.ts'
import { until } from '../stage/waiting.ts'

const SUBSCRIPTIONS = 20
const SECOND = Math.floor(Date.now() / 1000)
const IDS = Array.from({ length: SUBSCRIPTIONS }, (_, n) => `sub_held_${n}`)

const silent: Log = {
  child: () => silent,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** What befalls the database. */
export type Trouble = {
  /** Before the first reads. */
  begin?: () => void
  /** How many sessions wait for a commit that will not come: what they are to read is not asked for. */
  stuck?: () => Promise<number>
  /** Ends the server, and returns when the database is there again. */
  crash: () => Promise<void>
}

/**
 * Holds the answers of reads whose tickets are drawn, has the database crash, and asks again. Stripe answers the first
 * with the state before its last change and the second with the state after it, in either order; all clocks show the
 * same second, so that only the tickets tell the answers apart.
 */
export async function readsHeldOver(
  databaseUrl: string,
  { begin, stuck, crash }: Trouble,
  signal: AbortSignal,
): Promise<Pick<Row, 'events' | 'acknowledged' | 'refused' | 'differences'>> {
  const db = createDatabase({
    url: databaseUrl,
    poolSize: SUBSCRIPTIONS,
    transactionLimit: 20_000,
    statementLimit: 30_000,
  })
  const answers = await openStripeAnswers()
  const stage = new Stage(db, answers, signal)
  try {
    await stage.tell('first')
    await stage.tell('second')
    begin?.()
    const early = await stage.readAll(stuck)
    await crash()
    await stage.tell('third')
    const late = await stage.readAll()
    for (const [n, id] of IDS.entries()) {
      const told = [() => early.answer(id, 'active'), () => late.answer(id, 'past_due')]
      for (const one of n % 2 === 0 ? told : told.toReversed()) await one()
    }
    return {
      events: stage.events,
      acknowledged: stage.events,
      refused: stage.refused,
      differences: await stage.differences(),
    }
  } finally {
    await answers.close()
    await db.$disconnect()
  }
}

/** Reads under way, one a subscription. */
type HeldReads = { answer: (id: string, status: string) => Promise<void> }

class Stage {
  events = 0
  refused = 0
  readonly #db: Db
  readonly #answers: StripeAnswers
  readonly #signal: AbortSignal

  constructor(db: Db, answers: StripeAnswers, signal: AbortSignal) {
    this.#db = db
    this.#answers = answers
    this.#signal = signal
  }

  /** Tells an event of the same second of every subscription, until it is acknowledged. */
  async tell(which: string): Promise<void> {
    const deps = {
      db: this.#db,
      intake: createIntake(this.#db),
      log: silent,
      clock: { now: () => new Date() },
      webhookSecrets: [WEBHOOK_SECRET],
      livemode: false,
      onSignatureFault: () => undefined,
    }
    for (const id of IDS) {
      const event = { id: `evt_${which}_${id}`, created: SECOND }
      const told = fixture('customer.subscription.updated', {
        object: { id, customer: `cus_${id}`, status: 'incomplete' },
        event,
      })
      const isTaken = async () => {
        const { status } = await processWebhook(deps, signed(JSON.stringify(told)))
        if (status !== 200) this.refused += 1
        return status === 200
      }
      await until(isTaken, { what: 'every event is taken', within: 30_000, signal: this.#signal, every: 100 })
      this.events += 1
    }
  }

  /** Leases a read of every subscription, and returns once Stripe is asked for all that do not wait for a commit. */
  async readAll(stuck: () => Promise<number> = () => Promise.resolve(0)): Promise<HeldReads> {
    const asked = new Map<string, (status: string) => void>()
    this.#answers.answerAll(async (path) => {
      const id = path.split('/').at(-1) ?? ''
      const status = await new Promise<string>((resolve) => asked.set(id, resolve))
      const { object } = fixture('customer.subscription.updated', {
        object: { id, customer: `cus_${id}`, status },
      }).data
      return { body: object, date: new Date(SECOND * 1000) }
    })
    const deps = { db: this.#db, stripe: this.#answers.stripe, log: silent }
    const reads = new Map<string, Promise<unknown>>()
    const begin = async () => {
      const [lease] = await leaseDueReads(this.#db, 1)
      if (lease) reads.set(lease.objectId, runRead(deps, lease))
    }
    // One whose draw is cut off by the crash has asked for nothing.
    for (const _ of IDS) void begin().catch(() => undefined)
    const areAsked = async () => asked.size + (await stuck()) === SUBSCRIPTIONS
    await until(areAsked, {
      what: 'Stripe is asked for every one',
      within: 30_000,
      signal: this.#signal,
      every: 10,
    })
    return {
      answer: async (id, status) => {
        asked.get(id)?.(status)
        await reads.get(id)
      },
    }
  }

  async differences(): Promise<string[]> {
    const rows = await this.#db.planEntitlement.findMany({ where: { status: { not: 'past_due' } } })
    const missing = SUBSCRIPTIONS - (await this.#db.planEntitlement.count())
    return [
      ...rows.map(
        (row) =>
          `${row.stripeSubscriptionId} is ${row.status} under ticket ${row.readTicket}, and past_due at Stripe`,
      ),
      ...(missing > 0 ? [`${missing} subscriptions are gone`] : []),
    ]
  }
}
