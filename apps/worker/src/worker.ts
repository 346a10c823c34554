import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@paidup/billing'
import type { Runner } from 'graphile-worker'
import { startRunner, type RunnerDeps } from './runner.ts'
import { unlockAbandoned } from './unlock-abandoned.ts'

export type Worker = {
  /** Lets the jobs that run finish. */
  stop(): Promise<void>
}

/** Milliseconds between two looks for jobs that lost their worker. */
const UNLOCK_EVERY = 15_000

/** Milliseconds before the next try when the runner could not be started again. */
const RETRY_AFTER = 1000

/**
 * Runs jobs until it is stopped, whatever the database does meanwhile.
 *
 * graphile-worker 0.16.6 gives a worker up for good when the database is away in the moment its job is reported
 * (`worker.js`, after `completeJob` failed). It says so in an event, and neither ends nor starts another: so the
 * whole runner is replaced. The job it held stays locked, as a killed process's does; those are given back.
 * @throws when the database does not answer at the start.
 */
export async function startWorker(deps: RunnerDeps): Promise<Worker> {
  const stopping = new AbortController()
  let runner = await startRunner(deps)
  let replacing: Promise<void> | undefined

  const watch = (watched: Runner) =>
    watched.events.on('worker:fatalError', () => {
      if (watched !== runner || stopping.signal.aborted) return
      replacing ??= replace(watched).finally(() => (replacing = undefined))
    })
  const replace = async (broken: Runner) => {
    await stopped(broken, deps.log)
    const started = await startedAgain(deps, stopping.signal)
    if (!started) return
    runner = started
    watch(runner)
    deps.log.warn({ seam: 'jobs' }, 'the runner was lost with the database and replaced')
  }

  watch(runner)
  await unlockAbandoned(deps)
  const unlocking = setInterval(() => void unlockAbandoned(deps), UNLOCK_EVERY)
  return {
    stop: async () => {
      stopping.abort()
      clearInterval(unlocking)
      await replacing
      await stopped(runner, deps.log)
    },
  }
}

async function startedAgain(deps: RunnerDeps, signal: AbortSignal): Promise<Runner | undefined> {
  while (!signal.aborted) {
    try {
      return await startRunner(deps)
    } catch (error) {
      deps.log.error({ seam: 'jobs', err: error }, 'the runner could not be started again; trying on')
      await sleep(RETRY_AFTER, undefined, { signal }).catch(() => undefined)
    }
  }
  return undefined
}

async function stopped(runner: Runner, log: Log): Promise<void> {
  try {
    await runner.stop()
  } catch (error) {
    log.warn({ seam: 'jobs', err: error }, 'the runner did not stop cleanly')
  }
}
