import { setTimeout as sleep } from 'node:timers/promises'

const EVERY = 50

export type Bounds = {
  /** What is waited for, as the error names it. */
  what: string
  /** Milliseconds. */
  within: number
  signal: AbortSignal
  /** Milliseconds between two looks; 50 unless given. */
  every?: number
}

/** Looks until it is so. What a look throws counts as "not yet". @throws Error when the time is over */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  { what, within, signal, every = EVERY }: Bounds,
): Promise<void> {
  let fault: unknown
  for (
    const end = performance.now() + within;
    performance.now() < end;
    await sleep(every, undefined, { signal })
  ) {
    try {
      if (await isSo()) return
    } catch (error) {
      fault = error
    }
    signal.throwIfAborted()
  }
  throw new Error(`${what}: not within ${within / 1000} s`, { cause: fault })
}
