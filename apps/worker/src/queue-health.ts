import type { Log } from '@paidup/billing'
import { explainFault } from '@paidup/db'
import type { WorkerEvents } from 'graphile-worker'

/** Jobs at once. Each is mostly a wait for Stripe. */
export const SLOTS = 5

/** Milliseconds within which a free slot, which looks for a job every two seconds, must have had an answer. */
const LATE = 15_000

/** The same when every slot has a job: nearly none takes longer. */
const LATE_WHEN_BUSY = 120_000

/**
 * Whether jobs are being taken. graphile-worker tells it in its events alone: a slot that can't ask for a job says so
 * at debug level, and asks again for ever. An outage is one line in the log, and its end another.
 */
export class QueueHealth {
  readonly #log: Log
  readonly #now: () => number
  /** Looks for a job that failed since the last one that did not. */
  #failures = 0
  #running = 0
  #lastAnswer: number
  #outage: { cause: string; since: number } | null = null
  #hasAnswered = false

  /** @param now milliseconds of a clock that only goes on */
  constructor(log: Log, now: () => number = () => performance.now()) {
    this.#log = log.child({ seam: 'jobs' })
    this.#now = now
    this.#lastAnswer = now()
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
      if (this.#failures >= SLOTS) this.failed(error)
    })
  }

  /** What keeps jobs from being taken, as a sentence that says what to do; null when they are. */
  fault(): string | null {
    if (this.#outage) return this.#outage.cause
    return this.#silence() ?? (this.#hasAnswered ? null : 'The worker has not looked for a job yet.')
  }

  /** No job can be taken at all. */
  failed(error: unknown): void {
    this.#begin(explainFault(error), error)
  }

  /** Logs a silence, which no event tells of. */
  look(): void {
    const silence = this.#silence()
    if (silence !== null) this.#begin(silence)
  }

  #silence(): string | null {
    const silence = this.#now() - this.#lastAnswer
    if (silence <= (this.#running >= SLOTS ? LATE_WHEN_BUSY : LATE)) return null
    return `The database has not answered for ${Math.round(silence / 1000)} s.`
  }

  #begin(cause: string, error?: unknown): void {
    if (!this.#outage)
      this.#log.error({ cause, ...(error !== undefined && { err: error }) }, 'no job can be taken')
    this.#outage = { cause, since: this.#outage?.since ?? this.#now() }
  }

  #answered(): void {
    this.#failures = 0
    this.#hasAnswered = true
    this.#lastAnswer = this.#now()
    if (!this.#outage) return
    const seconds = Math.round((this.#lastAnswer - this.#outage.since) / 1000)
    this.#outage = null
    this.#log.info({ seconds }, 'jobs are taken again')
  }
}
