import { REREAD_TASK, rereadSubscription, unlockAbandonedJobs, type Log } from '@paidup/billing'
import type { Db } from '@paidup/db'
import { Logger, parseCronItems, run, type Runner } from 'graphile-worker'
import type Stripe from 'stripe'
import { z } from 'zod'

export type WorkerDeps = { db: Db; stripe: Stripe; log: Log; databaseUrl: string }

const rereadPayload = z.object({ subscriptionId: z.string() })

/** Jobs at once. Each is mostly a wait for Stripe. */
const CONCURRENCY = 5

const UNLOCK_TASK = 'unlock_abandoned_jobs'

/** Starts running jobs. `stop()` of what it returns lets those that run finish. */
export async function startWorker({ databaseUrl, ...deps }: WorkerDeps): Promise<Runner> {
  await unlock(deps)
  return run({
    connectionString: databaseUrl,
    concurrency: CONCURRENCY,
    maxPoolSize: CONCURRENCY + 2,
    noHandleSignals: true,
    parsedCronItems: parseCronItems([{ task: UNLOCK_TASK, match: '* * * * *' }]),
    logger: loggerOf(deps.log),
    taskList: {
      [REREAD_TASK]: async (payload) => {
        await rereadSubscription(deps, rereadPayload.parse(payload).subscriptionId)
      },
      [UNLOCK_TASK]: () => unlock(deps),
    },
  })
}

async function unlock({ db, log }: Pick<WorkerDeps, 'db' | 'log'>): Promise<void> {
  const count = await unlockAbandonedJobs(db)
  if (count > 0) log.warn({ seam: 'jobs', count }, 'jobs of workers that are gone were given back')
}

/** graphile-worker's own messages in our log; a line per job that went well is left to the job itself. */
function loggerOf(log: Log): Logger {
  const child = log.child({ seam: 'jobs' })
  return new Logger(() => (level: string, message, meta) => {
    if (level === 'error') child.error({ err: meta?.['error'] }, message)
    else if (level === 'warning') child.warn({}, message)
  })
}
