import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { deliveries, type Delivery } from '../deliveries.ts'
import { exchange } from './exchange.ts'
import { countStatus, cpuMilliseconds, Latencies } from './latencies.ts'
import type { AtOnce, AtOnceResult, Statuses } from './orders.ts'

/** Seconds until a delivery is sent again whose answer does not say when. */
const RETRY = 1

/** Source addresses, so that ports of connections that were just closed are not missed. Linux has all of 127/8. */
const SOURCES = process.platform === 'linux' ? 8 : 1

/**
 * The connections are all opened in one moment, and each takes the next delivery when it is rid of one. What is not taken is sent again after the answer's `Retry-After`, and
 * up to as long again by chance, so that they do not all come back together.
 */
export async function runAtOnce({ url, prefix, count, connections, seconds }: AtOnce): Promise<AtOnceResult> {
  const agents = Array.from(
    { length: SOURCES },
    (_, n) => new Agent({ keepAlive: true, maxFreeSockets: connections, ...from(n) }),
  )
  const prepared = deliveries('processed', prefix, count)
  const latencies = new Latencies()
  const statuses: Statuses = {}
  const good: number[] = []
  const [start, cpu] = [performance.now(), cpuMilliseconds()]
  const elapsed = () => (performance.now() - start) / 1000
  let [last, unfinished] = [0, 0]
  const deliver = async (delivery: Delivery, agent: Agent): Promise<void> => {
    while (elapsed() < seconds) {
      const sent = performance.now()
      const { status, retryAfter } = await exchange({ url: `${url}/webhooks/stripe`, agent, delivery })
      countStatus(statuses, status)
      if (status === 200) {
        latencies.record(performance.now() - sent)
        last = elapsed()
        good[Math.floor(last)] = (good[Math.floor(last)] ?? 0) + 1
        return
      }
      await sleep((Number(retryAfter) || RETRY) * 1000 * (1 + Math.random()))
    }
    unfinished += 1
  }
  const left = prepared.values()
  const lane = async (agent: Agent): Promise<void> => {
    for (const delivery of left) await deliver(delivery, agent)
  }
  await Promise.all(Array.from({ length: connections }, (_, n) => lane(agents[n % SOURCES] ?? new Agent())))
  for (const agent of agents) agent.destroy()
  const attempts = Object.values(statuses).reduce((sum, n) => sum + n, 0)
  return {
    statuses,
    latency: latencies.latency,
    good: Array.from({ length: good.length }, (_, second) => good[second] ?? 0),
    seconds: unfinished > 0 ? elapsed() : last,
    unfinished,
    clientCost: (cpuMilliseconds() - cpu) / attempts,
  }
}

function from(n: number): { localAddress?: string } {
  return SOURCES > 1 ? { localAddress: `127.0.0.${n + 1}` } : {}
}
