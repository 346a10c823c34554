import type { Log } from '@paidup/billing'
import { tasks, type JobDeps } from '@paidup/billing/jobs'
import { Logger, run, type Runner } from 'graphile-worker'

export type RunnerDeps = JobDeps & { databaseUrl: string }

/** Jobs at once. Each is mostly a wait for Stripe. */
const CONCURRENCY = 5

/** Starts graphile-worker on our tasks. It uses no prepared statements: PgBouncer in transaction mode has none. */
export function startRunner({ databaseUrl, ...deps }: RunnerDeps): Promise<Runner> {
  return run({
    connectionString: databaseUrl,
    concurrency: CONCURRENCY,
    maxPoolSize: CONCURRENCY + 2,
    noHandleSignals: true,
    noPreparedStatements: true,
    parsedCronItems: [],
    logger: loggerOf(deps.log),
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(deps, payload)]),
    ),
  })
}

/** graphile-worker's own messages in our log; a line per job that went well is left to the job itself. */
function loggerOf(log: Log): Logger {
  const child = log.child({ seam: 'jobs' })
  return new Logger(() => (level: string, message, meta) => {
    if (level === 'error') child.error({ err: meta?.['error'] }, message)
    else if (level === 'warning') child.warn({}, message)
  })
}
