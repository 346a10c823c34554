import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type {
  AtOnce,
  AtOnceResult,
  ClosedLoop,
  ClosedResult,
  Order,
  PacedLoad,
  PacedResult,
} from './orders.ts'

/** A process that sends requests, and goes when this one does. It does one thing at a time. */
export class LoadClient {
  readonly #child: ChildProcess = fork(fileURLToPath(new URL('./client.ts', import.meta.url)))

  closedLoop(load: ClosedLoop): Promise<ClosedResult> {
    return this.#run({ load: 'closed', ...load })
  }

  paced(load: PacedLoad): Promise<PacedResult> {
    return this.#run({ load: 'paced', ...load })
  }

  atOnce(load: AtOnce): Promise<AtOnceResult> {
    return this.#run({ load: 'at_once', ...load })
  }

  /** Ends a paced load now, with what it has measured. */
  stop(): void {
    this.#child.send('stop')
  }

  close(): void {
    this.#child.kill('SIGKILL')
  }

  async #run<T>(order: Order): Promise<T> {
    const over = new AbortController()
    try {
      const answered = once(this.#child, 'message', over)
      const ended = once(this.#child, 'exit', over).then(([code]) => {
        throw new Error(`The load client ended with ${String(code)}`)
      })
      this.#child.send(order)
      const [answer] = (await Promise.race([answered, ended])) as [{ result: T } | { fault: string }]
      if ('fault' in answer) throw new Error(answer.fault)
      return answer.result
    } finally {
      over.abort()
    }
  }
}
