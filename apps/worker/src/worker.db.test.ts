import {
  fixture,
  openStripeAnswers,
  openTestWebhook,
  type StripeAnswers,
  type TestWebhook,
} from '@paidup/billing/testing'
import { createDatabase } from '@paidup/db'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { tidyJobs } from './tidy-jobs.ts'
import { startWorker, type Worker } from './worker.ts'

let webhook: TestWebhook
let stripe: StripeAnswers
let worker: Worker
/** What Stripe says of a subscription, by its id, whenever it is asked. */
let truth: Map<string, object>

beforeEach(async () => {
  truth = new Map()
  webhook = await openTestWebhook()
  stripe = await openStripeAnswers()
  stripe.answerAll((path) => ({ body: truth.get(path.split('/').at(-1) ?? '') ?? {} }))
  worker = start()
  await worker.ready
  return async () => {
    await worker.stop()
    await stripe.close()
    await webhook.close()
  }
})

const start = () =>
  startWorker({ db: webhook.db, stripe: stripe.stripe, log: webhook.deps.log, databaseUrl: webhook.url })

let nextId = 0
/** Changes a subscription at Stripe and gives the event of that change. */
function change(id: string, object: object, created: number, type = 'customer.subscription.updated') {
  nextId += 1
  const event = fixture(type, { object: { id, ...object }, event: { id: `evt_worker_${nextId}`, created } })
  truth.set(id, event.data.object)
  return event
}

async function drained(): Promise<void> {
  await vi.waitUntil(
    async () => {
      const [left] = await webhook.db.$queryRaw<[{ n: number }]>`
        SELECT count(*)::int AS n FROM graphile_worker._private_jobs`
      return left.n === 0
    },
    { timeout: 15_000, interval: 50 },
  )
}

const stored = (id: string) =>
  webhook.db.planEntitlement.findUniqueOrThrow({ where: { stripeSubscriptionId: id } })

describe('events of one second', () => {
  const orders = { 'in order': [0, 1], 'in the wrong order': [1, 0] }
  const pairs = {
    'created (incomplete) and updated (active)': [
      ['customer.subscription.created', 'incomplete'],
      ['customer.subscription.updated', 'active'],
    ],
    'two updates': [
      ['customer.subscription.updated', 'active'],
      ['customer.subscription.updated', 'past_due'],
    ],
    'trial_will_end and an update': [
      ['customer.subscription.trial_will_end', 'trialing'],
      ['customer.subscription.updated', 'active'],
    ],
  } as const
  const second = Math.floor(Date.now() / 1000)
  const cases = Object.entries(pairs).flatMap(([pair, steps]) =>
    Object.entries(orders).map(([order, sequence]) => ({ pair, steps, order, sequence })),
  )

  it.each(cases)('end in the state of Stripe: $pair, $order', async ({ steps, sequence }) => {
    const events = steps.map(([type, status]) => change('sub_tied', { status }, second, type))
    for (const index of sequence) await webhook.deliver(events[index]!)
    await drained()
    expect(await stored('sub_tied')).toMatchObject({ status: steps[1][1] })
  })
})

it('reads the last change of every burst, whatever its re-reads are doing meanwhile', async () => {
  const bursts = Array.from({ length: 24 }, (_, n) => `sub_burst_${n}`)
  const second = Math.floor(Date.now() / 1000)
  for (const id of bursts) {
    const deliveries: Promise<unknown>[] = []
    for (let quantity = 1; quantity <= 10; quantity += 1) {
      const event = change(id, itemsOf(quantity), second)
      deliveries.push(webhook.deliver(event))
      // The turn of the event loop lets the worker begin in the midst of the burst.
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(deliveries)
  }
  await drained()
  const rows = await webhook.db.planEntitlement.findMany({ where: { quantity: { not: 10 } } })
  expect(rows).toEqual([])
  expect(await webhook.db.planEntitlement.count()).toBe(bursts.length)
})

function itemsOf(quantity: number): object {
  const { items } = fixture('customer.subscription.updated').data.object as unknown as {
    items: { data: object[] }
  }
  return { items: { ...items, data: [{ ...items.data[0], quantity }] } }
}

it('takes up the job of a worker that was killed while it ran', async () => {
  await worker.stop()
  const event = change('sub_orphan', { status: 'active' }, 100)
  await webhook.deliver({ ...event, api_version: '2031-01-01.future' })
  await webhook.db.$executeRaw`
    UPDATE graphile_worker._private_jobs
    SET locked_by = 'worker-that-was-killed', locked_at = now() - interval '2 minutes', attempts = 1`
  worker = start()
  await drained()
  expect(await stored('sub_orphan')).toMatchObject({ status: 'active' })
  expect(webhook.lines).toContainEqual(expect.objectContaining({ level: 'warn', count: 1 }))
})

it('leaves no job behind of a worker that was killed while the next event came', async () => {
  await worker.stop()
  const tell = (status: string) =>
    webhook.deliver({ ...change('sub_superseded', { status }, 100), api_version: '2031-01-01.future' })
  await tell('incomplete')
  await webhook.db.$executeRaw`
    UPDATE graphile_worker._private_jobs
    SET locked_by = 'worker-that-was-killed', locked_at = now() - interval '2 minutes', attempts = 1`
  await tell('active')
  worker = start()
  await drained()
  expect(await stored('sub_superseded')).toMatchObject({ status: 'active' })
  expect(webhook.lines).toContainEqual(
    expect.objectContaining({ count: 1, message: 'jobs that a newer one stands for were removed' }),
  )
})

it('goes on after the database broke every connection in the midst of its jobs', async () => {
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  let asked = 0
  stripe.answerAll(async (path) => {
    asked += 1
    await isAnswered
    return { body: truth.get(path.split('/').at(-1) ?? '') ?? {} }
  })
  const ids = Array.from({ length: 5 }, (_, n) => `sub_broken_${n}`)
  for (const id of ids) {
    await webhook.deliver(change(id, { status: 'incomplete' }, 100, 'customer.subscription.created'))
    await webhook.deliver(change(id, { status: 'active' }, 100))
  }
  await vi.waitUntil(() => asked === ids.length, { timeout: 10_000 })
  // Each job's report now meets a connection that is refused, as it does while the database restarts.
  await refuseConnections(true)
  answer()
  await vi.waitUntil(() => webhook.lines.some((line) => /seppuku/.test(line.message)), { timeout: 20_000 })
  await refuseConnections(false)
  await vi.waitUntil(() => webhook.lines.some((line) => /replaced/.test(line.message)), { timeout: 20_000 })

  await webhook.db.$executeRaw`
    UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '2 minutes' WHERE locked_at IS NOT NULL`
  await tidyJobs({ db: webhook.db, log: webhook.deps.log })
  await drained()
  for (const id of ids) expect(await stored(id)).toMatchObject({ status: 'active' })
})

/** Breaks every connection to the test's database, and lets no new one in until it is called again. */
async function refuseConnections(isRefused: boolean): Promise<void> {
  const name = new URL(webhook.url).pathname.slice(1)
  const elsewhere = new URL(webhook.url)
  elsewhere.pathname = '/postgres'
  const admin = createDatabase({ url: elsewhere.href })
  await admin.$executeRawUnsafe(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS ${!isRefused}`)
  if (isRefused) {
    await admin.$queryRaw`SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE datname = ${name}`
  }
  await admin.$disconnect()
}

it('runs a job again after Stripe failed', async () => {
  const event = change('sub_retry', { status: 'active' }, 100)
  stripe.answerAll(() => ({ status: 500, body: { error: { type: 'api_error', message: 'down' } } }))
  await webhook.deliver({ ...event, api_version: '2031-01-01.future' })
  const attempts = () =>
    webhook.db.$queryRaw<{ attempts: number; isWaiting: boolean }[]>`
      SELECT attempts::int, locked_at IS NULL AS "isWaiting" FROM graphile_worker._private_jobs`
  await vi.waitUntil(async () => (await attempts()).some((job) => job.attempts === 1 && job.isWaiting), {
    timeout: 10_000,
  })
  stripe.answerAll(() => ({ body: event.data.object }))
  await drained()
  expect(await stored('sub_retry')).toMatchObject({ status: 'active' })
})
