import { createDatabase, inTransaction, type Db, type Tx } from '@paidup/db'
import { createTestDatabase } from '@paidup/db/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { enqueueJob } from './enqueue-job.ts'

let db: Db
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase()
  db = createDatabase({ url: database.url })
  drop = database.drop
})
afterAll(async () => {
  await db.$disconnect()
  await drop()
})

const KEY = 'refunds:pi_of_a_burst'
const enqueue = (tx: Tx, key = KEY) =>
  enqueueJob(tx, { task: 'list_refunds', payload: {}, key, when: 'at_once' })
const waitingJobs = () =>
  db.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM graphile_worker._private_jobs
    WHERE key = ${KEY} AND locked_at IS NULL`

/**
 * A worker takes the job between the two statements inside `add_job`: it has locked the row and not committed
 * when the first looks (it sees a job that still waits), and commits while the second waits for the row.
 */
it('enqueues again when a worker begins the waiting job at that very moment', async () => {
  await inTransaction(db, (tx) => enqueue(tx))
  let enqueued: Promise<void> | undefined
  await inTransaction(db, async (worker) => {
    await worker.$executeRaw`
      UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'a worker', attempts = attempts + 1
      WHERE key = ${KEY}`
    enqueued = inTransaction(db, (tx) => enqueue(tx))
    await vi.waitUntil(async () => {
      const waiting = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%add_job%'`
      return waiting.length > 0
    })
  })
  await enqueued
  expect(await waitingJobs()).toEqual([{ n: 1 }])
})

it('leaves no job when the transaction is rolled back', async () => {
  const failing = inTransaction(db, async (tx) => {
    await enqueue(tx, 'refunds:pi_rolled_back')
    throw new Error('later fault')
  })
  await expect(failing).rejects.toThrow('later fault')
  expect(
    await db.$queryRaw`SELECT 1 FROM graphile_worker._private_jobs WHERE key = 'refunds:pi_rolled_back'`,
  ).toEqual([])
})
