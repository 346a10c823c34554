import { Prisma, type Tx } from '@paidup/db'

/** Seconds that the first event of a burst waits, so that the burst collapses into one job. */
const SETTLE_SECONDS = 2

/** Measured under bursts: the second call has always enqueued. */
const TRIES = 5

export type Job = {
  task: string
  payload: object
  /** One job of a key waits at a time. */
  key: string
  /** `settled` keeps the time of a job that already waits: no later event pushes it back. `at_once` moves it to now. */
  when: 'settled' | 'at_once'
}

/**
 * Enqueues a job in the transaction of the event, so it exists exactly when the event was committed.
 *
 * The answer is checked: `add_job` first takes the key from a job that has begun and then inserts, and when a
 * worker begins between those two statements it enqueues nothing and returns NULL (graphile-worker 0.16.6,
 * `add_jobs`: the conflicting update requires `locked_at IS NULL`). The last change would never be looked at.
 * Asked again, in a new snapshot, it sees the job that has begun.
 * @throws Error when it was refused every time; the transaction must then roll back.
 */
export async function enqueueJob(tx: Tx, { task, payload, key, when }: Job): Promise<void> {
  const delay = when === 'settled' ? SETTLE_SECONDS : 0
  const mode = when === 'settled' ? 'preserve_run_at' : 'replace'
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const [job] = await tx.$queryRaw<{ id: string | null }[]>(Prisma.sql`
      SELECT id::text FROM graphile_worker.add_job(
        ${task},
        ${JSON.stringify(payload)}::json,
        run_at => now() + make_interval(secs => ${delay}::int),
        job_key => ${key},
        job_key_mode => ${mode})`)
    if (job?.id) return
  }
  throw new Error(`The job ${key} could not be enqueued: add_job refused it ${TRIES} times`)
}
