import type { JobDeps } from '../deps.ts'
import { tasks } from '../jobs/tasks.ts'
import { runReads } from './reads.ts'

/** Does every read that is wanted and every job there is, whatever its time; one that fails fails the test. */
export async function runJobs(deps: JobDeps): Promise<void> {
  for (;;) {
    const reads = await runReads(deps)
    const jobs = await deps.db.$queryRaw<{ task: keyof typeof tasks; payload: unknown }[]>`
      WITH taken AS (DELETE FROM graphile_worker._private_jobs RETURNING task_id, payload)
      SELECT t.identifier AS task, taken.payload
      FROM taken JOIN graphile_worker._private_tasks t ON t.id = taken.task_id`
    if (reads === 0 && jobs.length === 0) return
    for (const { task, payload } of jobs) await tasks[task](deps, payload)
  }
}
