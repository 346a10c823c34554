import { setTimeout as sleep } from 'node:timers/promises'
import type { Program } from './program.ts'

const pollMilliseconds = 50
const timeoutSeconds = 60

/** Waits until the program answers 200 at `url`. @throws Error when it ends first, or takes over a minute */
export async function untilReady(program: Program, url: string, signal: AbortSignal): Promise<void> {
  let ending: string | undefined
  void program.ended.then(({ how }) => (ending = how))
  let answer = 'no answer'
  for (const start = Date.now(); Date.now() - start < timeoutSeconds * 1000;) {
    signal.throwIfAborted()
    if (ending) throw endedError(program, ending)
    answer = await statusOf(url)
    if (answer === '200') return
    await sleep(pollMilliseconds)
  }
  throw new Error(`${program.name} is not ready after ${timeoutSeconds} s: GET ${url} says ${answer}`)
}

/** What to say of a program that ended by itself. */
export function endedError(program: Program, how: string): Error {
  const lastLines = program.output().split('\n').slice(-20).join('\n')
  return new Error(`${program.name} ended by itself (${how}). Its last lines:\n${lastLines}`)
}

async function statusOf(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
    await response.body?.cancel()
    return String(response.status)
  } catch {
    return 'no answer'
  }
}
