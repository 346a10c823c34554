import { randomUUID } from 'node:crypto'
import {
  fixture,
  openStripeAnswers,
  openTestWebhook,
  type StripeAnswers,
  type TestWebhook,
} from '@paidup/billing/testing'
import { createDatabase, type Db } from '@paidup/db'
import { openRefusingPooler } from '@paidup/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startWorker, type Worker } from './worker.ts'
import { WorkerHealth } from './worker-health.ts'

let webhook: TestWebhook
let stripe: StripeAnswers
/** Connected elsewhere, to do to the test's database what a bad night does. */
let admin: Db
/** A role that is no superuser, to which limits of connections apply. */
const role = `paidup_test_${randomUUID().slice(0, 8)}`

beforeAll(async () => {
  webhook = await openTestWebhook()
  stripe = await openStripeAnswers()
  stripe.answerAll((path) => {
    const id = path.split('/').at(-1) ?? ''
    return { body: path.startsWith('/v1/customers') ? customer(id) : subscription(id) }
  })
  const elsewhere = new URL(webhook.url)
  elsewhere.pathname = '/postgres'
  admin = createDatabase({ url: elsewhere.href, poolSize: 1 })
  const [{ owner }] = await admin.$queryRaw<[{ owner: string }]>`SELECT current_user AS owner`
  await admin.$executeRawUnsafe(`CREATE ROLE "${role}" LOGIN PASSWORD '${role}' IN ROLE "${owner}"`)
})
afterAll(async () => {
  await stripe.close()
  await webhook.close()
  await admin.$executeRawUnsafe(`DROP ROLE "${role}"`)
  await admin.$disconnect()
})
beforeEach(() => webhook.clear())

const subscription = (id: string) =>
  fixture('customer.subscription.updated', { object: { id, status: 'past_due' } }).data.object
const customer = (id: string) =>
  fixture('customer.updated', { object: { id, metadata: { org_id: `org_of_${id}` } } }).data.object
const NUMBERS = Array.from({ length: 12 }, (_, n) => n)

/** Events whose version nobody knows: each wants a read that is due at once, or enqueues a job. */
async function deliverAll(): Promise<void> {
  for (const n of NUMBERS)
    for (const [type, id] of [
      ['customer.subscription.updated', `sub_night_${n}`],
      ['customer.updated', `cus_night_${n}`],
    ] as const) {
      const event = { id: `evt_of_${id}`, api_version: '2031-01-01.future' }
      expect(await webhook.deliver(fixture(type, { object: { id }, event }))).toMatchObject({ status: 200 })
    }
}

/** A worker that ends with the test, which connects as the role that limits apply to. */
function start(databaseUrl = limitedUrl()): { worker: Worker; health: WorkerHealth } {
  const { log } = webhook.deps
  const db = createDatabase({ url: databaseUrl, poolSize: 5 })
  const health = new WorkerHealth(log)
  const worker = startWorker({ db, stripe: stripe.stripe, log, databaseUrl }, health)
  onTestFinished(async () => {
    await worker.stop()
    await db.$disconnect()
  })
  return { worker, health }
}
function limitedUrl(): string {
  const url = new URL(webhook.url)
  url.username = role
  url.password = role
  return url.href
}

const database = () => new URL(webhook.url).pathname.slice(1)
/** Ends every session in the test's database, but one where its process id is given. */
async function endSessions(but = 0): Promise<void> {
  await admin.$queryRaw`
    SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE datname = ${database()} AND pid <> ${but}`
}

/** What a night may do, how it is undone, and what is said of it. */
const nights = {
  'is read-only': {
    begin: () =>
      admin.$executeRawUnsafe(`ALTER DATABASE "${database()}" SET default_transaction_read_only = on`),
    end: () => admin.$executeRawUnsafe(`ALTER DATABASE "${database()}" RESET default_transaction_read_only`),
    cause: /^The database is read-only/,
  },
  // One connection is let in: enough to look at the migrations, and then no more.
  'has no connection left': {
    begin: () => admin.$executeRawUnsafe(`ALTER ROLE "${role}" CONNECTION LIMIT 1`),
    end: () => admin.$executeRawUnsafe(`ALTER ROLE "${role}" CONNECTION LIMIT -1`),
    cause: /^The database takes no more connections/,
  },
}

const linesOf = (seam: 'jobs' | 'reads') =>
  webhook.lines
    .filter((line) => line['seam'] === seam && / taken/.test(line.message))
    .map((line) => line.message)
const isTold = () => vi.waitUntil(() => linesOf('jobs').includes('no job can be taken'), { timeout: 20_000 })
/** The outage was one line, and its end another; reads may have kept the one connection that was let in. */
async function expectWellAgain(health: WorkerHealth): Promise<void> {
  await vi.waitUntil(() => health.fault() === null, { timeout: 20_000 })
  expect(linesOf('jobs')).toEqual(['no job can be taken', 'jobs are taken again'])
  expect([[], ['no read can be taken', 'reads are taken again']]).toContainEqual(linesOf('reads'))
}
const says = (health: WorkerHealth, cause: RegExp) =>
  vi.waitUntil(() => cause.test(health.fault() ?? ''), { timeout: 20_000 })

async function expectAllDone(): Promise<void> {
  // A read that was cut off comes again when its lease ends, which is not waited for here.
  await webhook.db.read.updateMany({ where: { dueAt: { not: null } }, data: { dueAt: new Date() } })
  const isDone = async () =>
    (await webhook.db.planEntitlement.count({ where: { status: 'past_due' } })) === NUMBERS.length &&
    (await webhook.db.billingCustomer.count({ where: { orgId: { startsWith: 'org_of_' } } })) ===
      NUMBERS.length
  await vi.waitUntil(isDone, { timeout: 20_000 })
}

describe.each(Object.entries(nights))('while the database %s', (_, night) => {
  it('a worker that starts tries on, says so once, and does all there is when it is well again', async () => {
    await deliverAll()
    await night.begin()
    await endSessions()
    onTestFinished(async () => void (await night.end()))
    const { worker, health } = start()
    await isTold()
    await says(health, night.cause)
    await night.end()
    expect(await worker.ready).toBe(true)
    await expectAllDone()
    await expectWellAgain(health)
  })

  it('a worker that runs says so once, and does all there is when it is well again', async () => {
    const { worker, health } = start()
    expect(await worker.ready).toBe(true)
    await night.begin()
    onTestFinished(async () => void (await night.end()))
    await endSessions()
    await isTold()
    await says(health, night.cause)
    await night.end()
    await deliverAll()
    await expectAllDone()
    await expectWellAgain(health)
  })
})

it('loses nothing and throws nothing uncaught when its connections end while it starts', async () => {
  await webhook.db.$transaction(
    async (tx) => {
      // Whoever looks at the schedules waits here, and is waiting when its connection ends.
      const [{ pid }] = await tx.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`
      await tx.$executeRaw`LOCK TABLE graphile_worker._private_known_crontabs`
      const { worker } = start()
      expect(await worker.ready).toBe(true)
      await endSessions(pid)
    },
    { timeout: 20_000 },
  )
  await vi.waitFor(deliverAll, { timeout: 10_000 })
  await expectAllDone()
})

it('says at the start what to set when a pooler refuses its startup parameter, and can still be stopped', async () => {
  const pooler = await openRefusingPooler()
  onTestFinished(pooler.close)
  const { worker } = start(pooler.url)
  await isTold()
  expect(webhook.lines).toContainEqual(
    expect.objectContaining({
      cause: expect.stringContaining('ignore_startup_parameters = options') as string,
    }),
  )
  await worker.stop()
  expect(await worker.ready).toBe(false)
})
