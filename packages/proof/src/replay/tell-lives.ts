import { processWebhook, type Log } from '@paidup/billing'
import { signed, type TestWebhook } from '@paidup/billing/testing'
import type { Copies, Told } from './copies.ts'
import { openDirectDb, type DirectDb } from './direct-db.ts'
import { runWaitingJobs } from './waiting-jobs.ts'

/** Lives told at once; the events of one come one after the other. */
const AT_ONCE = 4

/** One life in so many goes through Prisma, as in production; the others spare its engine. */
const THROUGH_PRISMA = 50

/** One life that is being told. */
export type Telling = {
  life: number
  read: DirectDb['read']
  /** Delivers an event, signed. @throws when it was not done, or done again */
  tell(told: Told): Promise<void>
  /** Runs the jobs of this life that wait, for which Stripe is asked. */
  runJobs(): Promise<void>
}

/**
 * Tells so many lives, each in its own way, several at once.
 * @param live tells one from its beginning to its end
 */
export async function tellLives(
  webhook: TestWebhook,
  copies: Copies,
  count: number,
  live: (telling: Telling) => Promise<void>,
): Promise<void> {
  let next = 0
  const liveOn = async () => {
    const direct = await openDirectDb(webhook.url)
    for (let life = next++; life < count; life = next++) await live(tellingOf(webhook, copies, life, direct))
    await direct.close()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, liveOn))
}

const silent: Log = {
  child: () => silent,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

function tellingOf(
  webhook: TestWebhook,
  { waiting, stripe }: Copies,
  life: number,
  direct: DirectDb,
): Telling {
  const { read } = direct
  const told = new Set<Told>()
  const isThroughPrisma = life % THROUGH_PRISMA === 0
  const db = isThroughPrisma ? webhook.db : direct.db
  const intake = isThroughPrisma ? webhook.deps.intake : direct.intake
  return {
    life,
    read,
    tell: async (one) => {
      const deps = { ...webhook.deps, db, intake, log: silent }
      const { outcome } = await processWebhook(deps, signed(one.bodyIn(life)))
      const due = told.has(one) ? ['duplicate'] : ['processed', 'tied', 'stale']
      if (!due.includes(outcome)) throw new Error(`${one.event.type} of life ${life} ended ${outcome}`)
      told.add(one)
    },
    runJobs: () => runWaitingJobs(read, waiting(life), { db, stripe, log: silent }),
  }
}
