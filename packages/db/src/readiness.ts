import type { Db } from './database.ts'

type Readiness = { hasTables: boolean; hasJobs: boolean; timeZone: string }

/**
 * What keeps this database from serving, each as a sentence that says what to do. Empty: ready.
 * @throws when the database does not answer.
 */
export async function readinessFaults(db: Db): Promise<string[]> {
  const [found] = await db.$queryRaw<[Readiness]>`
    SELECT to_regclass('processed_events') IS NOT NULL AND to_regclass('read_ticket') IS NOT NULL
             AND to_regclass('catalogue_plans') IS NOT NULL AS "hasTables",
           to_regproc('graphile_worker.add_job') IS NOT NULL AS "hasJobs",
           current_setting('TimeZone') AS "timeZone"`
  const faults = []
  if (!found.hasTables) faults.push('The tables are missing: apply the migrations.')
  if (!found.hasJobs) faults.push('The job queue is missing: apply the migrations.')
  if (found.timeZone !== 'UTC') {
    faults.push(
      `The session time zone is ${found.timeZone}, not UTC: a pooler drops the startup option. ` +
        "Run ALTER DATABASE … SET timezone TO 'UTC'.",
    )
  }
  return faults
}
