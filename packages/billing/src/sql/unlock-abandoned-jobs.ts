import type { Db } from '@paidup/db'

/**
 * Seconds after which a job that still runs is held to have lost its worker. One request to Stripe takes 40 at most,
 * three tries of 10 and the pauses between them, and nearly every job makes one or two. One that is taken up twice does
 * no harm: re-reads have tickets, facts have keys.
 */
const ABANDONED_AFTER = 90

/**
 * Gives back the jobs of workers that were killed while they ran. graphile-worker does so by itself after four
 * hours (`get_job`), and until then a subscription whose events tied would stay as the payloads left it.
 * @returns how many were given back.
 */
export async function unlockAbandonedJobs(db: Db): Promise<number> {
  // A worker's id stands for one slot, which runs one job at a time: only the abandoned job is unlocked.
  const [unlocked] = await db.$queryRaw<{ count: number }[]>`
    WITH abandoned AS MATERIALIZED (
      SELECT array_agg(locked_by) AS workers, count(*)::int AS count FROM graphile_worker.jobs
      WHERE locked_at < now() - make_interval(secs => ${ABANDONED_AFTER}::int))
    SELECT count, graphile_worker.force_unlock_workers(workers)::text FROM abandoned WHERE count > 0`
  return unlocked?.count ?? 0
}
