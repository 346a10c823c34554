/** Work by id, a few at a time, some of it later. Everything stops with `close`. */
export class Queue {
  readonly #stop = new AbortController()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #waiting: string[] = []
  readonly #work: (id: string) => Promise<void>
  readonly #limit: () => number
  #underWay = 0

  constructor(work: (id: string) => Promise<void>, limit: () => number) {
    this.#work = work
    this.#limit = limit
  }

  /** Aborted when the queue is closed. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  push(id: string): void {
    this.#waiting.push(id)
    this.#pump()
  }

  later(delayMs: number, work: () => void): void {
    if (this.signal.aborted) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, delayMs)
    this.#timers.add(timer)
  }

  #pump(): void {
    while (this.#underWay < this.#limit() && !this.signal.aborted) {
      const id = this.#waiting.shift()
      if (id === undefined) return
      this.#underWay++
      void this.#work(id).finally(() => {
        this.#underWay--
        this.#pump()
      })
    }
  }

  /** Forgets what waits; what is under way goes on. */
  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#waiting.length = 0
  }

  close(): void {
    this.#stop.abort()
    this.clear()
  }
}
