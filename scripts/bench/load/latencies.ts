import { createHistogram } from 'node:perf_hooks'
import type { Latency, Statuses } from './orders.ts'

/** Counts latencies, in a histogram of a fixed size. */
export class Latencies {
  // In microseconds, up to ten minutes.
  readonly #histogram = createHistogram({ lowest: 1, highest: 600_000_000, figures: 3 })

  /** @param milliseconds of one request */
  record(milliseconds: number): void {
    this.#histogram.record(Math.max(1, Math.round(milliseconds * 1000)))
  }

  get latency(): Latency {
    const at = (percentile: number) => this.#histogram.percentile(percentile) / 1000
    return { p50: at(50), p99: at(99) }
  }
}

export function countStatus(statuses: Statuses, status: number | string): void {
  statuses[status] = (statuses[status] ?? 0) + 1
}

/** How many were answered with anything but 200, or not at all. */
export function failedOf(statuses: Statuses): number {
  return Object.entries(statuses).reduce((sum, [status, n]) => (status === '200' ? sum : sum + n), 0)
}

/** CPU milliseconds of this process, all threads. */
export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
