import type { Figures } from '../figures.ts'
import { cpuMilliseconds, Latencies } from '../load/latencies.ts'

/** Does one thing after the other in each of so many lanes, in this process. */
export async function inLanes<T>(
  lanes: number,
  things: readonly T[],
  one: (thing: T) => Promise<void>,
): Promise<Figures> {
  const latencies = new Latencies()
  const left = things.values()
  const lane = async (): Promise<void> => {
    for (const thing of left) {
      const sent = performance.now()
      await one(thing)
      latencies.record(performance.now() - sent)
    }
  }
  const [start, cpu] = [performance.now(), cpuMilliseconds()]
  await Promise.all(Array.from({ length: lanes }, lane))
  const seconds = (performance.now() - start) / 1000
  return {
    'events/s': things.length / seconds,
    'ms p99': latencies.latency.p99,
    'ms node': (cpuMilliseconds() - cpu) / things.length,
  }
}

/** Names of events that nobody else has. */
export function idsOf(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${prefix}_${n}`)
}
