import { tasks, type JobDeps } from '@paidup/billing/jobs'
import { runReads } from '@paidup/billing/testing'
import type { DirectDb } from './direct-db.ts'

type Task = keyof typeof tasks
type WaitingJob = { identifier: Task; payload: unknown }

/** What may be waiting for one life: the subscriptions to be read, and the keys of jobs. */
export type Waiting = { subscriptionIds: string[]; jobKeys: string[] }

/** Does the reads and jobs of a life that wait, and those that come of them, as the worker would: one a key. */
export async function runWaitingJobs(
  read: DirectDb['read'],
  { subscriptionIds, jobKeys }: Waiting,
  deps: JobDeps,
): Promise<void> {
  for (;;) {
    const reads = await runReads(deps, subscriptionIds)
    const jobs = await read<WaitingJob>({
      text: `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
             WHERE t.id = j.task_id AND j.key = ANY($1) RETURNING t.identifier, j.payload`,
      values: [jobKeys],
    })
    if (reads === 0 && jobs.length === 0) return
    for (const { identifier, payload } of jobs) await tasks[identifier](deps, payload)
  }
}
