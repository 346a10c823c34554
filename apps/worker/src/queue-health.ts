import type { Log } from '@paidup/billing'
import type { WorkerEvents } from 'graphile-worker'
import { Looks } from './looks.ts'

/** Jobs at once. Each is mostly a wait for Stripe. */
export const SLOTS = 5

/** Milliseconds within which a free slot, which looks for a job every two seconds, must have had an answer. */
const LATE = 15_000

/** The same when every slot has a job: nearly none takes longer. */
const LATE_WHEN_BUSY = 120_000

/**
 * Whether jobs are being taken. graphile-worker tells it in its events alone: a slot that can't ask for a job says so
 * at debug level, and asks again for ever.
 */
export class QueueHealth {
  readonly looks: Looks
  /** Looks for a job that failed since the last one that did not. */
  #failures = 0
  #running = 0

  /** @param now milliseconds of a clock that only goes on */
  constructor(log: Log, now?: () => number) {
    const patience = () => (this.#running >= SLOTS ? LATE_WHEN_BUSY : LATE)
    this.looks = new Looks(log, { seam: 'jobs', what: 'job' }, patience, now)
  }

  /** Listens to one runner; to several, when it is replaced. */
  watch(events: WorkerEvents): void {
    events.on('worker:getJob:empty', () => this.#answered())
    events.on('job:start', () => {
      this.#running += 1
      this.#answered()
    })
    events.on('job:complete', () => (this.#running -= 1))
    events.on('worker:fatalError', () => (this.#running -= 1))
    events.on('worker:getJob:error', ({ error }) => {
      this.#failures += 1
      // One slot that fails among others that don't is no outage.
      if (this.#failures >= SLOTS) this.looks.failed(error)
    })
  }

  #answered(): void {
    this.#failures = 0
    this.looks.answered()
  }
}
