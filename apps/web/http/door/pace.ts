/** Seconds after which anyone who was refused may come again, however many they are. */
const LONGEST = 10

/** How many a process is held to let in within a second that has not let in any yet. */
const AT_FIRST = 400

/**
 * When to come back: who are refused together, and come back together, are refused together again. So they are spread
 * over the time that as many take to be let in, going by the second that is running and the one before it; and by the
 * best second of late, since most of a crowd is refused before anyone of it was let in.
 */
export class Pace {
  #second = 0
  #now = { letIn: 0, refused: 0 }
  #before = { letIn: 0, refused: 0 }
  #best = AT_FIRST

  countLetIn(): void {
    this.#turn()
    this.#now.letIn += 1
  }

  /** Counts one that is refused. @returns seconds, for its `Retry-After` */
  countRefused(): number {
    this.#turn()
    this.#now.refused += 1
    const refused = Math.max(this.#now.refused, this.#before.refused)
    const letIn = Math.max(this.#now.letIn, this.#best)
    return 1 + Math.floor(Math.random() * Math.min(LONGEST, refused / letIn))
  }

  #turn(): void {
    const second = Math.floor(performance.now() / 1000)
    if (second === this.#second) return
    // An idle second says nothing of what could be let in; a bad one does, in time.
    if (this.#now.refused > 0) this.#best *= 0.9
    this.#best = Math.max(this.#best, this.#now.letIn, 1)
    this.#before = second === this.#second + 1 ? this.#now : { letIn: 0, refused: 0 }
    this.#now = { letIn: 0, refused: 0 }
    this.#second = second
  }
}
