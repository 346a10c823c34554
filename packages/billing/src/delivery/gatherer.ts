type Options<T> = {
  /** How many are done together at most. */
  most: number
  /** How many batches are under way at the same time. */
  atOnce: number
  /** What no two may share that are under way at the same time. */
  keysOf: (item: T) => readonly string[]
  /** Whether an error may be of one item alone, so that the others are worth a try without it. */
  mayBeOfOne: (error: unknown) => boolean
}

type Waiting<T, R> = {
  item: T
  keys: readonly string[]
  isAlone: boolean
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/**
 * Does together what waits at the same time. Who comes when there is room is done at once and alone; what comes while
 * there is none is gathered. Where a batch fails, each of it is done alone, so nobody's fault is another's.
 */
export class Gatherer<T, R> {
  readonly #run: (items: readonly T[]) => Promise<readonly R[]>
  readonly #options: Options<T>
  readonly #underWay = new Set<string>()
  #waiting: Waiting<T, R>[] = []
  #batches = 0

  /** @param run does all of them or none, and gives a result for each, in the same order */
  constructor(run: (items: readonly T[]) => Promise<readonly R[]>, options: Options<T>) {
    this.#run = run
    this.#options = options
  }

  /** @throws what doing it alone threw, or what no one alone can be the reason of */
  take(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, keys: this.#options.keysOf(item), isAlone: false, resolve, reject })
      this.#begin()
    })
  }

  #begin(): void {
    while (this.#batches < this.#options.atOnce) {
      const batch = this.#nextBatch()
      if (batch.length === 0) return
      this.#batches += 1
      void this.#do(batch).finally(() => {
        this.#batches -= 1
        for (const { keys } of batch) for (const key of keys) this.#underWay.delete(key)
        this.#begin()
      })
    }
  }

  /** Those that wait longest and share nothing with what is under way, nor with each other. */
  #nextBatch(): Waiting<T, R>[] {
    const batch: Waiting<T, R>[] = []
    const left: Waiting<T, R>[] = []
    for (const one of this.#waiting) {
      const isFull = batch.length === this.#options.most || batch[0]?.isAlone === true
      const mayJoin = !isFull && (batch.length === 0 || !one.isAlone)
      if (!mayJoin || one.keys.some((key) => this.#underWay.has(key))) left.push(one)
      else {
        batch.push(one)
        for (const key of one.keys) this.#underWay.add(key)
      }
    }
    this.#waiting = left
    return batch
  }

  async #do(batch: Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ item }) => item))
      if (results.length !== batch.length)
        throw new Error('A batch has to give a result for each of its items')
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R)
    } catch (error) {
      if (batch.length > 1 && this.#options.mayBeOfOne(error))
        this.#waiting.unshift(...batch.map((one) => ({ ...one, isAlone: true })))
      else for (const { reject } of batch) reject(error)
    }
  }
}
