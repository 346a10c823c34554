import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { deliveries } from '../deliveries.ts'
import { exchange, type Exchange } from './exchange.ts'
import { countStatus, Latencies } from './latencies.ts'
import type { Answered, PacedLoad, PacedResult, Statuses, Target } from './orders.ts'

/** Milliseconds between two looks at what is due. */
const TICK = 4

/**
 * Latency counts from when a request was due, not from when it could be sent: a server that makes its clients wait
 * does not get fewer requests to look good with.
 */
export async function runPaced(
  { url, polls, webhooks, seconds }: PacedLoad,
  stop: AbortSignal,
): Promise<PacedResult> {
  const [answeredPolls, answeredWebhooks] = await Promise.all([
    runStream(url, polls, seconds, stop),
    webhooks && runStream(url, webhooks, seconds, stop),
  ])
  return { polls: answeredPolls, ...(answeredWebhooks && { webhooks: answeredWebhooks }) }
}

async function runStream(
  url: string,
  { target, perSecond }: PacedLoad['polls'],
  seconds: number,
  stop: AbortSignal,
): Promise<Answered> {
  const senders = Array.from({ length: perSecond }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const requests = requestsFor(url, target, Math.ceil(perSecond * seconds))
  const latencies = new Latencies()
  const statuses: Statuses = {}
  const waiting: Promise<void>[] = []
  const send = async (n: number, due: number): Promise<void> => {
    const agent = senders[n % senders.length]
    if (!agent) return
    const { status } = await exchange({ ...requests(n), agent })
    latencies.record(performance.now() - due)
    countStatus(statuses, status)
  }
  const start = performance.now()
  for (let n = 0; n < perSecond * seconds && !stop.aborted;) {
    for (; n < perSecond * seconds; n += 1) {
      const due = start + (n * 1000) / perSecond
      if (due > performance.now()) break
      waiting.push(send(n, due))
    }
    await sleep(TICK)
  }
  await Promise.all(waiting)
  for (const agent of senders) agent.destroy()
  return { latency: latencies.latency, statuses }
}

function requestsFor(url: string, target: Target, count: number): (n: number) => Omit<Exchange, 'agent'> {
  if (target.send === 'get') {
    const { path, cookie } = target
    return () => ({ url: url + path, ...(cookie !== undefined && { cookie }) })
  }
  const prepared = deliveries(target.send, target.prefix, count)
  return (n) => ({ url: `${url}/webhooks/stripe`, delivery: prepared[n] ?? { body: '', signature: '' } })
}
