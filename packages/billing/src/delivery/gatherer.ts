/** Where one is done: with others; alone, because its batch failed; or for as long as it takes, because it was held up. */
type Lane = 'together' | 'alone' | 'patiently'

/** In this order, so that who came back from a batch goes before who comes after it. */
const LANES: readonly Lane[] = ['patiently', 'alone', 'together']

type Options<T> = {
  /** How many are done together at most. */
  most: number
  /** How many transactions of each lane are under way at the same time: none waits for those of another. */
  atOnce: Readonly<Record<Lane, number>>
  /** What no two may share that are under way at the same time; who shares it comes in the order of its taking. */
  keysOf: (item: T) => readonly string[]
  /** Whether an error may be of one item alone, so that each of its batch is worth a try without the others. */
  mayBeOfOne: (error: unknown) => boolean
  /** Whether an item only has to wait for longer. */
  isHeldUp: (error: unknown) => boolean
}

/**
 * Does all of them or none, and gives a result for each, in the same order.
 * @param isPatient whether it is one that was held up before, and may take its time
 */
type Run<T, R> = (items: readonly T[], isPatient: boolean) => Promise<readonly R[]>

type Waiting<T, R> = {
  item: T
  keys: readonly string[]
  lane: Lane
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/**
 * Does together what waits at the same time. Who comes when there is room is done at once; what comes while there is
 * none is gathered. Where a batch fails, each of it is done alone, and who is held up even so, patiently, each beside
 * the batches: so nobody's fault is another's, nor what others wait for.
 */
export class Gatherer<T, R> {
  readonly #run: Run<T, R>
  readonly #options: Options<T>
  readonly #keys = new Set<string>()
  readonly #underWay: Record<Lane, number> = { together: 0, alone: 0, patiently: 0 }
  #waiting: Waiting<T, R>[] = []

  constructor(run: Run<T, R>, options: Options<T>) {
    this.#run = run
    this.#options = options
  }

  /** @throws what doing it alone threw, or what no one alone can be the reason of */
  take(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, keys: this.#options.keysOf(item), lane: 'together', resolve, reject })
      this.#begin()
    })
  }

  #begin(): void {
    for (const lane of LANES) {
      while (this.#underWay[lane] < this.#options.atOnce[lane]) {
        const batch = this.#next(lane)
        if (batch.length === 0) break
        this.#underWay[lane] += 1
        void this.#do(batch, lane).finally(() => {
          this.#underWay[lane] -= 1
          for (const { keys } of batch) for (const key of keys) this.#keys.delete(key)
          this.#begin()
        })
      }
    }
  }

  /** Those of a lane that wait longest, and share nothing with what is under way, with each other, or with who waits on. */
  #next(lane: Lane): Waiting<T, R>[] {
    const most = lane === 'together' ? this.#options.most : 1
    const batch: Waiting<T, R>[] = []
    const left: Waiting<T, R>[] = []
    const passed = new Set<string>()
    for (const one of this.#waiting) {
      const isNext = one.lane === lane && batch.length < most
      const joins = isNext && !one.keys.some((key) => this.#keys.has(key) || passed.has(key))
      for (const key of one.keys) (joins ? this.#keys : passed).add(key)
      ;(joins ? batch : left).push(one)
    }
    this.#waiting = left
    return batch
  }

  async #do(batch: Waiting<T, R>[], lane: Lane): Promise<void> {
    let results: readonly R[]
    try {
      const items = batch.map(({ item }) => item)
      results = await this.#run(items, lane === 'patiently')
    } catch (error) {
      this.#failed(batch, lane, error)
      return
    }
    for (const [index, { resolve, reject }] of batch.entries()) {
      if (index < results.length) resolve(results[index] as R)
      else reject(new Error('A batch has to give a result for each of its items'))
    }
  }

  #failed(batch: Waiting<T, R>[], failedIn: Lane, error: unknown): void {
    const lane = this.#laneAfter(batch, failedIn, error)
    if (lane) this.#waiting.unshift(...batch.map((one) => ({ ...one, lane })))
    else for (const { reject } of batch) reject(error)
  }

  /** Where what failed is done again, if anywhere. */
  #laneAfter({ length }: Waiting<T, R>[], failedIn: Lane, error: unknown): Lane | null {
    if (length > 1) return this.#options.mayBeOfOne(error) ? 'alone' : null
    return failedIn !== 'patiently' && this.#options.isHeldUp(error) ? 'patiently' : null
  }
}
