type Options<T> = {
  /** How many are done together at most. */
  most: number
  /** How many batches are under way at the same time. */
  atOnce: number
  /** How many of those that were held up are under way beside them. */
  heldUpAtOnce: number
  /** What no two may share that are under way at the same time; who shares it comes in the order of its taking. */
  keysOf: (item: T) => readonly string[]
  /** Whether an error may be of one item alone, so that the others are worth a try without it. */
  mayBeOfOne: (error: unknown) => boolean
  /** Whether an item only has to wait for longer than a batch may. */
  isHeldUp: (error: unknown) => boolean
}

/**
 * Does all of them or none, and gives a result for each, in the same order.
 * @param isPatient whether it may take its time: it is a single one that was held up, and keeps no other from its turn
 */
type Run<T, R> = (items: readonly T[], isPatient: boolean) => Promise<readonly R[]>

type Waiting<T, R> = {
  item: T
  keys: readonly string[]
  isAlone: boolean
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/**
 * Does together what waits at the same time. Who comes when there is room is done at once and alone; what comes while
 * there is none is gathered. Where a batch fails, each of it is done alone, so nobody's fault is another's; and who is
 * held up even so waits beside the others: a few of them would else have everybody wait.
 */
export class Gatherer<T, R> {
  readonly #run: Run<T, R>
  readonly #options: Options<T>
  readonly #underWay = new Set<string>()
  #waiting: Waiting<T, R>[] = []
  #batches = 0
  readonly #heldUp: Waiting<T, R>[] = []
  #patient = 0

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
    while (this.#batches < this.#options.atOnce) {
      const batch = this.#nextBatch()
      if (batch.length === 0) break
      this.#batches += 1
      void this.#doTogether(batch)
    }
    while (this.#patient < this.#options.heldUpAtOnce) {
      const one = this.#heldUp.shift()
      if (!one) break
      this.#patient += 1
      void this.#doPatiently(one)
    }
  }

  /** Those that wait longest and share nothing with what is under way, nor with each other, nor with who waits on. */
  #nextBatch(): Waiting<T, R>[] {
    const batch: Waiting<T, R>[] = []
    const left: Waiting<T, R>[] = []
    const passed = new Set<string>()
    for (const one of this.#waiting) {
      const isFull = batch.length === this.#options.most || batch[0]?.isAlone === true
      const hasRoom = !isFull && (batch.length === 0 || !one.isAlone)
      const joins = hasRoom && !one.keys.some((key) => this.#underWay.has(key) || passed.has(key))
      const keys = joins ? this.#underWay : passed
      for (const key of one.keys) keys.add(key)
      if (joins) batch.push(one)
      else left.push(one)
    }
    this.#waiting = left
    return batch
  }

  async #doTogether(batch: Waiting<T, R>[]): Promise<void> {
    try {
      this.#end(batch, await this.#run(itemsOf(batch), false))
    } catch (error) {
      if (batch.length > 1 && this.#options.mayBeOfOne(error)) {
        this.#free(batch)
        this.#waiting.unshift(...batch.map((one) => ({ ...one, isAlone: true })))
      } else if (batch.length === 1 && this.#options.isHeldUp(error)) this.#heldUp.push(...batch)
      else this.#fail(batch, error)
    }
    this.#batches -= 1
    this.#begin()
  }

  async #doPatiently(one: Waiting<T, R>): Promise<void> {
    try {
      this.#end([one], await this.#run([one.item], true))
    } catch (error) {
      this.#fail([one], error)
    }
    this.#patient -= 1
    this.#begin()
  }

  #end(batch: Waiting<T, R>[], results: readonly R[]): void {
    this.#free(batch)
    for (const [index, { resolve, reject }] of batch.entries()) {
      if (index < results.length) resolve(results[index] as R)
      else reject(new Error('A batch has to give a result for each of its items'))
    }
  }

  #fail(batch: Waiting<T, R>[], error: unknown): void {
    this.#free(batch)
    for (const { reject } of batch) reject(error)
  }

  #free(batch: Waiting<T, R>[]): void {
    for (const { keys } of batch) for (const key of keys) this.#underWay.delete(key)
  }
}

function itemsOf<T, R>(batch: Waiting<T, R>[]): T[] {
  return batch.map(({ item }) => item)
}
