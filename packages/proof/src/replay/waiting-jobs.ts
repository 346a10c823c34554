import { tasks, type JobDeps } from '@paidup/billing/jobs'
import type { DirectDb } from './direct-db.ts'

type Task = keyof typeof tasks
type WaitingJob = { identifier: Task; payload: unknown }

/** Runs the jobs that wait under these keys, and what they enqueue, as graphile-worker would: one a key. */
export async function runWaitingJobs(read: DirectDb['read'], keys: string[], deps: JobDeps): Promise<void> {
  for (;;) {
    const jobs = await read<WaitingJob>({
      text: `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
             WHERE t.id = j.task_id AND j.key = ANY($1) RETURNING t.identifier, j.payload`,
      values: [keys],
    })
    if (jobs.length === 0) return
    for (const { identifier, payload } of jobs) await tasks[identifier](deps, payload)
  }
}
