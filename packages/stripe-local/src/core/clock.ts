/**
 * No clock and no timestamp goes past this instant (Unix seconds): the year 3000. Whatever is counted on from it, a
 * period of three years say, is still a date with a year of four digits, to JavaScript and to any database.
 */
export const LAST_INSTANT = 32_503_680_000
/** How far a clock may be advanced at once (seconds): ten years. All that falls due on the way happens in one step. */
export const LONGEST_ADVANCE = 315_360_000

/**
 * The clock of this Stripe: real time plus what was skipped. While a request or a timer is handled it
 * stands still, so everything one change causes carries one second, as it does at Stripe.
 */
export class Clock {
  skippedMs = 0
  #pinnedMs: number | null = null

  nowMs(): number {
    return this.#pinnedMs ?? Date.now() + this.skippedMs
  }

  /** Whole seconds, the unit of every timestamp in the API. */
  now(): number {
    return Math.floor(this.nowMs() / 1000)
  }

  /** Runs `work` at one instant (milliseconds); nested calls keep the outer instant unless they name one. */
  at<T>(instantMs: number | null, work: () => T): T {
    const before = this.#pinnedMs
    this.#pinnedMs = instantMs ?? this.nowMs()
    try {
      return work()
    } finally {
      this.#pinnedMs = before
    }
  }
}
