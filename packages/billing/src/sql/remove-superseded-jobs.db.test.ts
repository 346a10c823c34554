import { inTransaction } from '@paidup/db'
import { expect, it } from 'vitest'
import { openForThisFile } from '../testing/for-this-file.ts'
import { enqueueJob } from './enqueue-job.ts'
import { removeSupersededJobs } from './remove-superseded-jobs.ts'

const { webhook } = await openForThisFile()
const enqueue = (key: string) =>
  inTransaction(webhook.db, (tx) =>
    enqueueJob(tx, { task: 'list_refunds', payload: {}, key, when: 'at_once' }),
  )
const jobs = () =>
  webhook.db.$queryRaw<{ key: string | null }[]>`
    SELECT key, last_error, attempts::int FROM graphile_worker.jobs ORDER BY id`

/** What `get_job` and then a kill leave of every job that waits. */
const beginAll = () => webhook.db.$executeRaw`
  UPDATE graphile_worker._private_jobs
  SET locked_by = 'a worker', locked_at = now(), attempts = attempts + 1 WHERE is_available`
/** What a slot leaves that was given back, or that reports a failure. */
const endAll = (error: string | null) => webhook.db.$executeRaw`
  UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL, last_error = ${error}
  WHERE locked_at IS NOT NULL`

it.each([['killed', null] as const, ['failed', 'Stripe was away'] as const])(
  'removes a job that another has taken the key from, once its run was %s',
  async (_, error) => {
    await enqueue('pi_superseded')
    await beginAll()
    await enqueue('pi_superseded')
    expect(await removeSupersededJobs(webhook.db)).toBe(0)
    await endAll(error)
    expect(await removeSupersededJobs(webhook.db)).toBe(1)
    expect(await jobs()).toEqual([{ key: 'pi_superseded', last_error: null, attempts: 0 }])
  },
)

it('keeps what failed for good, with a key or without, and what waits or runs', async () => {
  await enqueue('pi_failed')
  // Told of again while it waited.
  await enqueue('pi_failed')
  await webhook.db.$queryRaw`SELECT id::text FROM graphile_worker.add_job('by_hand', max_attempts => 1)`
  await beginAll()
  await endAll('no such payment')
  await webhook.db.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts`
  await enqueue('pi_running')
  await beginAll()
  await enqueue('pi_waiting')
  const before = await jobs()
  expect(await removeSupersededJobs(webhook.db)).toBe(0)
  expect(await jobs()).toEqual(before)
})
