/** What became of who asked for a place: it is theirs, or they waited too long, or they have left. */
export type Turn = 'theirs' | 'late' | 'gone'

export type PlaceOptions = {
  /** Places. */
  count: number
  /** How many may wait for one. */
  waiting: number
  /** Milliseconds that one waits at most. */
  patience: number
}

/** Places, and a short line before them. Who has waited longest is next; who leaves the line takes nobody's turn. */
export class Places {
  readonly #options: PlaceOptions
  /** Of a set, because it keeps the order and lets anyone leave from the middle. */
  readonly #line = new Set<(turn: Turn) => void>()
  #taken = 0

  constructor(options: PlaceOptions) {
    this.#options = options
  }

  /** Whether one more would find neither a place nor room in the line. */
  get isFull(): boolean {
    return this.#taken >= this.#options.count && this.#line.size >= this.#options.waiting
  }

  /** Waits for a place. Whose it is gives it back by `leave`, once. */
  take(gone: AbortSignal): Promise<Turn> {
    if (gone.aborted) return Promise.resolve('gone')
    if (this.#taken < this.#options.count) {
      this.#taken += 1
      return Promise.resolve('theirs')
    }
    return new Promise((resolve) => {
      const end = (turn: Turn) => {
        clearTimeout(timer)
        gone.removeEventListener('abort', leave)
        this.#line.delete(end)
        resolve(turn)
      }
      const leave = () => end('gone')
      const timer = setTimeout(end, this.#options.patience, 'late')
      gone.addEventListener('abort', leave)
      this.#line.add(end)
    })
  }

  /** The next in line takes over the place, or it is free. */
  leave(): void {
    const [next] = this.#line
    if (next) next('theirs')
    else this.#taken -= 1
  }
}
