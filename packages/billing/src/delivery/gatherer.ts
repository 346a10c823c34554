type Options<T> = {
  /** How many are done together at most. */
  most: number
  /** How many batches are under way at the same time. */
  atOnce: number
  /** How many that failed with others are under way at the same time, besides. */
  aloneAtOnce: number
  /** What no two may share that are under way at the same time. */
  keysOf: (item: T) => readonly string[]
  /** Whether an error may be of one item alone, so that each of its batch is worth a try without the others. */
  mayBeOfOne: (error: unknown) => boolean
}

type Waiting<T, R> = {
  item: T
  keys: readonly string[]
  isAlone: boolean
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/** What does items. @param isAlone whether it is one that failed before, and so may take longer */
type Run<T, R> = (items: readonly T[], isAlone: boolean) => Promise<readonly R[]>

/**
 * Does together what waits at the same time. Who comes when there is room is done at once; what comes while there is
 * none is gathered. Where a batch fails, each of it is done alone, and not in the way of the batches: so nobody's fault
 * is another's, nor what others wait for.
 */
export class Gatherer<T, R> {
  readonly #run: Run<T, R>
  readonly #options: Options<T>
  readonly #underWay = new Set<string>()
  #waiting: Waiting<T, R>[] = []
  #batches = 0
  #alones = 0

  /** @param run does all of them or none, and gives a result for each, in the same order */
  constructor(run: Run<T, R>, options: Options<T>) {
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
    const { most, atOnce, aloneAtOnce } = this.#options
    while (this.#alones < aloneAtOnce) {
      const [one] = this.#next(1, true)
      if (!one) break
      this.#alones += 1
      void this.#do([one], true).finally(() => {
        this.#alones -= 1
        this.#end([one])
      })
    }
    while (this.#batches < atOnce) {
      const batch = this.#next(most, false)
      if (batch.length === 0) break
      this.#batches += 1
      void this.#do(batch, false).finally(() => {
        this.#batches -= 1
        this.#end(batch)
      })
    }
  }

  #end(batch: readonly Waiting<T, R>[]): void {
    for (const { keys } of batch) for (const key of keys) this.#underWay.delete(key)
    this.#begin()
  }

  /** Those of a kind that wait longest and share nothing with what is under way, nor with each other. */
  #next(most: number, isAlone: boolean): Waiting<T, R>[] {
    const taken: Waiting<T, R>[] = []
    const left: Waiting<T, R>[] = []
    for (const one of this.#waiting) {
      const isNext = one.isAlone === isAlone && taken.length < most
      if (!isNext || one.keys.some((key) => this.#underWay.has(key))) left.push(one)
      else {
        taken.push(one)
        for (const key of one.keys) this.#underWay.add(key)
      }
    }
    this.#waiting = left
    return taken
  }

  async #do(batch: Waiting<T, R>[], isAlone: boolean): Promise<void> {
    try {
      const results = await this.#run(
        batch.map(({ item }) => item),
        isAlone,
      )
      if (results.length !== batch.length)
        throw new Error('A batch has to give a result for each of its items')
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R)
    } catch (error) {
      if (!isAlone && this.#options.mayBeOfOne(error))
        this.#waiting.unshift(...batch.map((one) => ({ ...one, isAlone: true })))
      else for (const { reject } of batch) reject(error)
    }
  }
}
