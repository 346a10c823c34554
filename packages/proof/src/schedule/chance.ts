/** Random choices that are the same for the same seed (mulberry32). */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 up to, and without, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  isLucky(share: number): boolean {
    return this.next() < share
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] ?? choices[0]
  }

  /** Waits, so that what runs beside gets its turn. @param most milliseconds */
  pause(most: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.next() * most))
  }
}
