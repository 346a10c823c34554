import {
  claimedTogether,
  openStripeAnswers,
  openTestWebhook,
  subscriptionFrom,
} from '@paidup/billing/testing'
import { startWorker } from '@paidup/worker/worker'
import { expect, it, vi } from 'vitest'
import { Chance } from './schedule/chance.ts'
import { HostileStripe } from './schedule/hostile-stripe.ts'

/** `PROVE_SCHEDULES` and `PROVE_SEED` make it longer, or the same again. */
const SCHEDULES = Number(process.env['PROVE_SCHEDULES'] ?? 120)
const SEED = Number(process.env['PROVE_SEED'] ?? Date.now() % 1_000_000)
const AT_ONCE = 40

/**
 * The guarantee itself. The choices follow from the seed; how they interleave is up to the machine, as it is in
 * the world, so a seed makes a failure likely again and not certain.
 */
it(`ends every subscription in Stripe’s state, whatever the schedule (${SCHEDULES} schedules, seed ${SEED})`, async () => {
  const chance = new Chance(SEED)
  const webhook = await openTestWebhook()
  const answers = await openStripeAnswers()
  const stripe = new HostileStripe(chance, async (event) => {
    await vi.waitUntil(async () => (await webhook.deliver(event)).status === 200, { timeout: 30_000 })
  })
  answers.answerAll(async (path) => {
    await chance.pause(40)
    const object = stripe.truth.get(path.split('/').at(-1) ?? '') ?? {}
    const date = stripe.now()
    await chance.pause(chance.isLucky(0.3) ? 400 : 20)
    return chance.isLucky(0.05) ? FAULT : { body: object, date }
  })
  const deps = { db: webhook.db, stripe: answers.stripe, log: webhook.deps.log, databaseUrl: webhook.url }
  const workers = [startWorker(deps), startWorker(deps)]

  const ids = Array.from({ length: SCHEDULES }, (_, n) => `sub_schedule_${n}`)
  for (let n = 0; n < ids.length; n += AT_ONCE) {
    await Promise.all(ids.slice(n, n + AT_ONCE).map((id) => stripe.live(id)))
  }
  await stripe.delivered()
  await vi.waitUntil(async () => (await hurriedReads(webhook.db)) === 0, { timeout: 60_000, interval: 100 })

  const rows = new Map(
    (await webhook.db.planEntitlement.findMany()).map((row) => [row.stripeSubscriptionId, row]),
  )
  for (const [id, object] of stripe.truth) expect(rows.get(id)).toMatchObject(subscriptionFrom(object).fields)
  expect(rows.size).toBe(SCHEDULES)
  expect(await webhook.db.processedEvent.count()).toBe(stripe.eventCount)
  // That they came in crowds, and were taken in so.
  const batches = await claimedTogether(webhook.db)
  expect(batches.filter((events) => events > 1).length).toBeGreaterThan(10)
  expect(webhook.lines.filter((line) => line['outcome'] === 'stale').length).toBeGreaterThan(0)
  expect(webhook.lines.filter((line) => line['outcome'] === 'tied').length).toBeGreaterThan(0)

  await Promise.all(workers.map((worker) => worker.stop()))
  await answers.close()
  await webhook.close()
}, 600_000)

const FAULT = { status: 500, body: { error: { type: 'api_error', message: 'a fault of Stripe' } } }

/** Lets no read wait for its time, which is not what is tried here, and counts those that are left. */
async function hurriedReads(db: Awaited<ReturnType<typeof openTestWebhook>>['db']): Promise<number> {
  await db.$executeRaw`
    UPDATE reads SET due_at = now() WHERE due_at BETWEEN now() AND now() + interval '60 seconds'`
  const [left] = await db.$queryRaw<[{ n: number }]>`SELECT count(due_at)::int AS n FROM reads`
  return left.n
}
