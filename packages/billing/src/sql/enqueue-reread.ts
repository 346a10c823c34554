import { Prisma, type Tx } from '@paidup/db'

export const REREAD_TASK = 'reread_subscription'

/** Seconds that the first event of a burst waits, so that the burst collapses into one read. */
const SETTLE_SECONDS = 2

/** Measured under bursts: the second call has always enqueued. */
const TRIES = 5

/**
 * Guard 3: enqueues the re-read of a subscription in the transaction of the event, so the job exists exactly
 * when the event was committed. One job per subscription waits at a time (`job_key`).
 *
 * `settled` keeps the time of a job that already waits: no later event pushes it back. `at_once` moves it to now.
 *
 * The answer is checked: `add_job` first takes the key from a job that has begun and then inserts, and when a
 * worker begins between those two statements it enqueues nothing and returns NULL (graphile-worker 0.16.6,
 * `add_jobs`: the conflicting update requires `locked_at IS NULL`). The last change would never be looked at.
 * Asked again, in a new snapshot, it sees the job that has begun.
 * @throws Error when it was refused every time; the transaction must then roll back.
 */
export async function enqueueReread(
  tx: Tx,
  stripeSubscriptionId: string,
  when: 'settled' | 'at_once',
): Promise<void> {
  const delay = when === 'settled' ? SETTLE_SECONDS : 0
  const mode = when === 'settled' ? 'preserve_run_at' : 'replace'
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const [job] = await tx.$queryRaw<{ id: string | null }[]>(Prisma.sql`
      SELECT id::text FROM graphile_worker.add_job(
        ${REREAD_TASK},
        json_build_object('subscriptionId', ${stripeSubscriptionId}::text),
        run_at => now() + make_interval(secs => ${delay}::int),
        job_key => ${`subscription:${stripeSubscriptionId}`},
        job_key_mode => ${mode})`)
    if (job?.id) return
  }
  throw new Error(
    `The re-read of ${stripeSubscriptionId} could not be enqueued: add_job refused it ${TRIES} times`,
  )
}
