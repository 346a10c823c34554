/** Seconds after which anyone who was refused may come again, however many they are. */
const LONGEST = 10

/**
 * When to come back: who are refused together, and come back together, are refused together again. So they are spread
 * over the time that as many take to be let in, going by the second that is running and the one before it.
 */
export class Pace {
  #second = 0
  #now = { letIn: 0, refused: 0 }
  #before = { letIn: 0, refused: 0 }

  countLetIn(): void {
    this.#turn()
    this.#now.letIn += 1
  }

  /** Counts one that is refused. @returns seconds, for its `Retry-After` */
  countRefused(): number {
    this.#turn()
    this.#now.refused += 1
    const refused = Math.max(this.#now.refused, this.#before.refused)
    const letIn = Math.max(this.#now.letIn, this.#before.letIn, 1)
    return 1 + Math.floor(Math.random() * Math.min(LONGEST, refused / letIn))
  }

  #turn(): void {
    const second = Math.floor(performance.now() / 1000)
    if (second === this.#second) return
    this.#before = second === this.#second + 1 ? this.#now : { letIn: 0, refused: 0 }
    this.#now = { letIn: 0, refused: 0 }
    this.#second = second
  }
}
