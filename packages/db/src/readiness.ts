import { inTransaction, type Db } from './database.ts'
import { neededMigrations } from './generated/migration-names.ts'
import { explainFault, NO_ANSWER } from './explain.ts'
import { remembered } from './remembered.ts'

/** Milliseconds that an answer is good for, whoever asks. */
const FRESH = 2000

/** Milliseconds after which a database that says nothing is held to be away. */
const PATIENCE = 5000

export type ReadinessAnswer = {
  /** What keeps the database from serving, each as a sentence that says what to do; empty when it can. */
  faults: string[]
  /** What was thrown. For the log, never for the answer: it has internals in it. */
  error?: unknown
}

/**
 * A check whether this database can serve: it answers, has what the code needs, and takes writes. However many call
 * it, it asks one question at a time and at most every two seconds. Never rejects.
 * @param more what else the code has to find in the tables, as faults; asked once they are there
 */
export function createReadinessCheck(
  db: Db,
  more: () => Promise<string[]> = () => Promise.resolve([]),
): () => Promise<ReadinessAnswer> {
  const check = remembered(
    () => readinessOf(db, more),
    () => FRESH,
  )
  return () => orSilence(check())
}

async function readinessOf(db: Db, contentFaults: () => Promise<string[]>): Promise<ReadinessAnswer> {
  try {
    const faults = await stateFaults(db)
    if (faults.length > 0) return { faults }
    await write(db)
    return { faults: await contentFaults() }
  } catch (error) {
    return { faults: [explainFault(error)], error }
  }
}

/** A question that hangs goes on, alone: nobody asks another before it has ended. */
async function orSilence(check: Promise<ReadinessAnswer>): Promise<ReadinessAnswer> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<ReadinessAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ faults: [NO_ANSWER] }), PATIENCE)
  })
  return Promise.race([check, silence]).finally(() => clearTimeout(timer))
}

type State = {
  missing: string[]
  hasJobs: boolean
  isStandby: boolean
  isolation: string
  timeZone: string
  isUtc: boolean
}

async function stateFaults(db: Db): Promise<string[]> {
  // The names of UTC are many (Etc/UTC, Zulu, GMT): what counts is the offset, in every month.
  const [state] = await db.$queryRaw<[State]>`
    SELECT ARRAY(SELECT unnest(${neededMigrations}::text[])
                 EXCEPT SELECT migration_name FROM _prisma_migrations
                        WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL) AS missing,
           to_regproc('graphile_worker.add_job') IS NOT NULL AS "hasJobs",
           pg_is_in_recovery() AS "isStandby",
           current_setting('default_transaction_isolation') AS isolation,
           current_setting('TimeZone') AS "timeZone",
           (SELECT bool_and(extract(timezone FROM instant) = 0)
            FROM generate_series(now() - interval '1 year', now() + interval '1 year', interval '1 month') instant
           ) AS "isUtc"`
  const faults = []
  if (state.missing.length > 0)
    faults.push(
      `The database is behind this code: apply the migrations (${state.missing.toSorted().join(', ')}).`,
    )
  if (!state.hasJobs) faults.push('The job queue is missing: apply the migrations.')
  if (state.isStandby)
    faults.push('The database is a standby: promote it, or point DATABASE_URL at the primary.')
  if (!state.isUtc) {
    faults.push(
      `The session time zone is ${state.timeZone}, not UTC: a pooler drops the startup option. ` +
        "Run ALTER DATABASE … SET timezone TO 'UTC'.",
    )
  }
  if (state.isolation !== 'read committed') {
    faults.push(
      `Transactions begin at ${state.isolation}, not at read committed: a pooler drops the startup option. ` +
        'Run ALTER DATABASE … RESET default_transaction_isolation (ALTER ROLE, ALTER SYSTEM, wherever it is set).',
    )
  }
  return faults
}

/**
 * The smallest write that fails whenever another would. One row comes and goes in a table that nobody else uses, so it
 * waits for no one, and is committed, so the log is flushed. A row may find room on a disk that is full, in a page that
 * is there already: so some kilobytes of sorting memory are made to spill into a temporary file first.
 */
async function write(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.$queryRaw`SELECT set_config('work_mem', '64kB', true)`
    await tx.$queryRaw`SELECT count(*) FROM generate_series(1, 10000)`
    await tx.$executeRaw`INSERT INTO readiness_checks DEFAULT VALUES`
    await tx.$executeRaw`DELETE FROM readiness_checks`
  })
}
