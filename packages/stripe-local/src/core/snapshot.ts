import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LAST_INSTANT } from './clock.ts'
import type { World } from './world.ts'

const VERSION = 1
type Saved = { version: number; idsDrawn: number; skippedMs: number; tables: Record<string, unknown[]> }

/** Keeps the state in one file of a folder: written whole to a neighbour, then renamed over it. */
export class Snapshot {
  readonly #world: World
  readonly #file: string
  readonly #warn: (message: string) => void
  #timer: NodeJS.Timeout | undefined
  /** A large state takes longer to write, so it is written less often. */
  #pauseMs = 300

  constructor(world: World, folder: string, warn: (message: string) => void) {
    mkdirSync(folder, { recursive: true })
    this.#world = world
    this.#file = join(folder, 'stripe-local.json')
    this.#warn = warn
    this.#load()
    world.store.onChange = () => this.#soon()
  }

  /** Takes up the saved state; a file that cannot be read is set aside, never a reason to stop. */
  #load(): void {
    if (!existsSync(this.#file)) return
    try {
      const saved = JSON.parse(readFileSync(this.#file, 'utf8')) as Saved
      if (saved.version !== VERSION)
        throw new Error(`its version is ${String(saved.version)}, not ${VERSION}`)
      if (!(Date.now() + saved.skippedMs <= LAST_INSTANT * 1000))
        throw new Error(`its clock is ${saved.skippedMs} ms ahead, past the last instant`)
      this.#world.store.load(saved.tables)
      this.#world.ids.drawn = saved.idsDrawn
      this.#world.clock.skippedMs = saved.skippedMs
    } catch (error) {
      const aside = `${this.#file}.broken-${Date.now()}`
      renameSync(this.#file, aside)
      this.#warn(
        `the snapshot could not be read (${String(error)}); it is now ${aside}, and a new one begins`,
      )
    }
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => this.save(), this.#pauseMs)
  }

  save(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const began = Date.now()
    const { store, ids, clock } = this.#world
    const saved: Saved = {
      version: VERSION,
      idsDrawn: ids.drawn,
      skippedMs: clock.skippedMs,
      tables: store.dump(),
    }
    const next = `${this.#file}.next`
    writeFileSync(next, JSON.stringify(saved))
    renameSync(next, this.#file)
    this.#pauseMs = Math.max(300, 10 * (Date.now() - began))
  }
}
