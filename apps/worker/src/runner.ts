import { EventEmitter } from 'node:events'
import type { Log } from '@paidup/billing'
import { tasks, type JobDeps } from '@paidup/billing/jobs'
import { openPool } from '@paidup/db'
import {
  Logger,
  runMigrations,
  runTaskList,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import { SLOTS, type QueueHealth } from './queue-health.ts'

export type RunnerDeps = JobDeps & { databaseUrl: string }

/** graphile-worker at work. */
export type RunningRunner = {
  events: WorkerEvents
  /** Lets the jobs that run finish. Never rejects. */
  stop(): Promise<void>
}

/**
 * Starts graphile-worker on our tasks, and returns once it has looked for a job. It asks for the ids of its tasks once
 * and keeps that answer for its life, also where it was an error (0.16.6, `taskIdentifiers.js`): a runner that began
 * while the database refused one write or one connection would never take a job, so such a one is stopped again.
 * It uses no prepared statements: PgBouncer in transaction mode has none.
 *
 * The tasks are run without graphile-worker's runner, which looks at the schedules, of which there are none, also where
 * it is given none: when that one query fails, as when its connection ends, the runner stops for good and leaves a
 * rejection that nobody can handle (0.16.6, `runner.js`, the `finally` of `cron.promise`), which ends the process.
 * @throws what the database said, or the signal's reason
 */
export async function startRunner(
  { databaseUrl, ...deps }: RunnerDeps,
  health: QueueHealth,
  signal: AbortSignal,
): Promise<RunningRunner> {
  const events: WorkerEvents = new EventEmitter()
  const pool = openPool({ url: databaseUrl, poolSize: SLOTS + 2 })
  health.watch(events)
  let running: WorkerPool | undefined
  const stop = async () => {
    try {
      await running?.gracefulShutdown()
    } catch (error) {
      deps.log.warn({ seam: 'jobs', err: error }, 'the runner did not stop cleanly')
    }
    await pool.end()
  }
  try {
    const options = { pgPool: pool, events, noPreparedStatements: true, logger: loggerOf(deps.log) }
    await runMigrations(options)
    running = runTaskList({ ...options, concurrency: SLOTS, noHandleSignals: true }, taskListOf(deps), pool)
    await firstLook(events, signal)
    return { events, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function taskListOf(deps: JobDeps): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(deps, payload)]),
  )
}

/** Returns with the first look for a job that was answered. @throws the error when every slot's failed before that */
async function firstLook(events: WorkerEvents, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const settled = new AbortController()
  try {
    await new Promise<void>((resolve, reject) => {
      let failures = 0
      events.on('worker:getJob:empty', () => resolve())
      events.on('job:start', () => resolve())
      events.on('worker:getJob:error', ({ error }) => {
        failures += 1
        if (failures === SLOTS) reject(error instanceof Error ? error : new Error(String(error)))
      })
      const stop = () => reject(new Error('The worker is stopping'))
      signal.addEventListener('abort', stop, { signal: settled.signal })
    })
  } finally {
    settled.abort()
  }
}

/** graphile-worker's own messages in our log; a line per job that went well is left to the job itself. */
function loggerOf(log: Log): Logger {
  const child = log.child({ seam: 'jobs' })
  return new Logger(() => (level: string, message, meta) => {
    if (level === 'error') child.error({ err: meta?.['error'] }, message)
    else if (level === 'warning') child.warn({}, message)
  })
}
