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
