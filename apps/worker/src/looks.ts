import type { Log } from '@paidup/billing'
import { explainFault } from '@paidup/db'

type Words = { seam: string; /** What is looked for: one such thing. */ what: string }

/**
 * Whether looks for work are answered by the database. An outage is one line in the log, however many looks fail in it,
 * and its end another.
 */
export class Looks {
  readonly #log: Log
  readonly #what: string
  readonly #patience: () => number
  readonly #now: () => number
  #lastAnswer: number
  #outage: { cause: string; since: number } | null = null
  #hasAnswered = false

  /**
   * @param patience milliseconds within which a look must have had an answer
   * @param now milliseconds of a clock that only goes on
   */
  constructor(log: Log, { seam, what }: Words, patience: () => number, now = () => performance.now()) {
    this.#log = log.child({ seam })
    this.#what = what
    this.#patience = patience
    this.#now = now
    this.#lastAnswer = now()
  }

  /** What keeps work from being taken, as a sentence that says what to do; null when it is. */
  fault(): string | null {
    if (this.#outage) return this.#outage.cause
    return (
      this.#silence() ?? (this.#hasAnswered ? null : `The worker has not looked for a ${this.#what} yet.`)
    )
  }

  /** No look can be answered at all. */
  failed(error: unknown): void {
    this.#begin(explainFault(error), error)
  }

  answered(): void {
    this.#hasAnswered = true
    this.#lastAnswer = this.#now()
    if (!this.#outage) return
    const seconds = Math.round((this.#lastAnswer - this.#outage.since) / 1000)
    this.#outage = null
    this.#log.info({ seconds }, `${this.#what}s are taken again`)
  }

  /** Logs a silence, which no event tells of. */
  noteSilence(): void {
    const silence = this.#silence()
    if (silence !== null) this.#begin(silence)
  }

  #silence(): string | null {
    const silence = this.#now() - this.#lastAnswer
    if (silence <= this.#patience()) return null
    return `The database has not answered for ${Math.round(silence / 1000)} s.`
  }

  #begin(cause: string, error?: unknown): void {
    if (!this.#outage)
      this.#log.error({ cause, ...(error !== undefined && { err: error }) }, `no ${this.#what} can be taken`)
    this.#outage = { cause, since: this.#outage?.since ?? this.#now() }
  }
}
