import type { Db } from '@paidup/db'

/**
 * Removes the jobs that stand for nothing any more. When a key is enqueued while its job runs, `add_job` takes the key
 * from that job, spends its attempts and adds another (graphile-worker 0.16.6, `add_jobs`). If the worker was killed,
 * or the run failed, nobody would run the old one again and nobody would remove it.
 *
 * Each job of ours has a key, and one that failed for good keeps it. Whoever adds jobs without keys by hand keeps
 * theirs, too: taking the key moves `updated_at`, and nothing that a worker does to a job does.
 * `complete_jobs` leaves alone what runs.
 * @returns how many were removed.
 */
export async function removeSupersededJobs(db: Db): Promise<number> {
  const [removed] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM graphile_worker.complete_jobs(ARRAY(
      SELECT id FROM graphile_worker.jobs
      WHERE key IS NULL AND attempts >= max_attempts AND updated_at > created_at))`
  return removed.count
}
