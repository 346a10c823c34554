import { REREAD_TASK, rereadSubscription, type Log } from '@paidup/billing'
import type { Db } from '@paidup/db'
import { Logger, run, type Runner } from 'graphile-worker'
import type Stripe from 'stripe'
import { z } from 'zod'

export type RunnerDeps = { db: Db; stripe: Stripe; log: Log; databaseUrl: string }

const rereadPayload = z.object({ subscriptionId: z.string() })

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
    taskList: {
      [REREAD_TASK]: async (payload) => {
        await rereadSubscription(deps, rereadPayload.parse(payload).subscriptionId)
      },
    },
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
