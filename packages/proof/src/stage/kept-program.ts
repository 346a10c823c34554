import { setTimeout as sleep } from 'node:timers/promises'
import { startProgram, type Program } from '@paidup/scripts/supervisor/program.ts'
import { until } from './waiting.ts'

export type KeptProgramOptions = {
  name: string
  command: [string, ...string[]]
  env: Record<string, string>
  /** Whether it is ready, by what it printed since it was started or by anything else. */
  isReady: (lines: string[]) => Promise<boolean> | boolean
  signal: AbortSignal
}

/** Milliseconds before a program that ended by itself is started again. */
const AGAIN_AFTER = 200

/** Milliseconds that it may take to be ready, however often it is started for that. */
const READY_WITHIN = 60_000

/** A program that is started again whenever it ends by itself, as an operator's supervisor does it. */
export class KeptProgram {
  readonly #options: KeptProgramOptions
  #program: Program | undefined
  /** Counts the starts and ends that were asked for: what was begun for an older one has nothing to do any more. */
  #turn = 0
  /** Everything it printed, by line. */
  readonly lines: string[] = []

  constructor(options: KeptProgramOptions) {
    this.#options = options
  }

  /** Starts it and waits until it is ready. @throws Error when it is not after a minute */
  async start(): Promise<void> {
    const { name, isReady, signal } = this.#options
    const from = this.lines.length
    this.#turn += 1
    void this.#keep(this.#turn)
    await until(() => isReady(this.lines.slice(from)), {
      what: `${name} is ready`,
      within: READY_WITHIN,
      signal,
    })
  }

  async #keep(turn: number): Promise<void> {
    const { name, command, env } = this.#options
    while (this.#turn === turn) {
      this.#program = startProgram({ name, command, env, onLine: (line) => void this.lines.push(line) })
      await this.#program.ended
      await sleep(AGAIN_AFTER)
    }
  }

  /** kill -9 */
  async kill(): Promise<void> {
    this.#turn += 1
    await this.#program?.kill()
  }

  /** SIGTERM. @returns how it ended: `exit code 0` when it did so by itself and in order */
  async stop(): Promise<string> {
    this.#turn += 1
    await this.#program?.stop()
    return (await this.#program?.ended)?.how ?? 'never started'
  }
}
