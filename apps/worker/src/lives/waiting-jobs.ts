import { tasks, type JobDeps } from '@paidup/billing'
import type pg from 'pg'

type Task = keyof typeof tasks
type WaitingJob = { identifier: Task; payload: unknown }

/** Runs the jobs that wait under these keys, and what they enqueue, as graphile-worker would: one a key. */
export async function runWaitingJobs(client: pg.Client, keys: string[], deps: JobDeps): Promise<void> {
  for (;;) {
    const { rows } = await client.query<WaitingJob>({
      name: 'take_jobs',
      text: `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
             WHERE t.id = j.task_id AND j.key = ANY($1) RETURNING t.identifier, j.payload`,
      values: [keys],
    })
    if (rows.length === 0) return
    for (const { identifier, payload } of rows) await tasks[identifier](deps, payload)
  }
}
