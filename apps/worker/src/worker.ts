import { setTimeout as sleep } from 'node:timers/promises'
import { readUntilStopped } from './reader.ts'
import { startRunner, type RunnerDeps, type RunningRunner } from './runner.ts'
import { tidyJobs } from './tidy-jobs.ts'
import { WorkerHealth } from './worker-health.ts'

export type Worker = {
  /** True once it has looked for a job and the database has answered; false when it was stopped before that. */
  ready: Promise<boolean>
  /** Lets the jobs and reads under way finish. */
  stop(): Promise<void>
}

/** Milliseconds between two looks for jobs that lost their worker, or that a newer one stands for. */
const TIDY_EVERY = 15_000

/** Milliseconds before a runner is started again; the pause doubles from the first to the last. */
const RETRY_AFTER = { first: 500, last: 15_000 }

/**
 * Runs jobs and reads until it is stopped, whatever the database does meanwhile, and also when it is away at the start: what is
 * wrong then is in the log and in `health`.
 *
 * graphile-worker 0.16.6 gives a slot up for good when the database is away in the moment its job is reported
 * (`worker.js`, after `completeJob` failed). It says so in an event, and neither ends nor starts another: so the
 * whole runner is replaced. The job it held stays locked, as a killed process's does; those are given back.
 */
export function startWorker(deps: RunnerDeps, health = new WorkerHealth(deps.log)): Worker {
  const stopping = new AbortController()
  let runner: RunningRunner | undefined

  /** @returns whether a runner was started; it is lost, maybe, before this is told */
  const start = async (): Promise<boolean> => {
    const started = await startedAtLast(deps, health, stopping.signal)
    if (!started) return false
    runner = started
    started.events.on('worker:fatalError', () => {
      if (started === runner && !stopping.signal.aborted) starting = replace(started)
    })
    await tidyJobs(deps)
    return true
  }
  const replace = async (lost: RunningRunner) => {
    runner = undefined
    await lost.stop()
    const isReplaced = await start()
    if (isReplaced) deps.log.warn({ seam: 'jobs' }, 'the runner was lost with the database and replaced')
    return isReplaced
  }

  let starting = start()
  const reading = readUntilStopped(deps, health.reads, stopping.signal)
  const tidying = setInterval(() => {
    health.noteSilence()
    if (health.queue.looks.fault() === null) void tidyJobs(deps)
  }, TIDY_EVERY)
  return {
    ready: starting,
    stop: async () => {
      stopping.abort()
      clearInterval(tidying)
      await starting
      await runner?.stop()
      await reading
    },
  }
}

/** A runner that takes jobs, however often it has to be tried; undefined when it is to stop. */
async function startedAtLast(
  deps: RunnerDeps,
  health: WorkerHealth,
  signal: AbortSignal,
): Promise<RunningRunner | undefined> {
  for (let pause = RETRY_AFTER.first; !signal.aborted; pause = Math.min(2 * pause, RETRY_AFTER.last)) {
    try {
      return await startRunner(deps, health.queue, signal)
    } catch (error) {
      if (signal.aborted) break
      health.queue.looks.failed(error)
      await sleep(pause, undefined, { signal }).catch(() => undefined)
    }
  }
  return undefined
}
