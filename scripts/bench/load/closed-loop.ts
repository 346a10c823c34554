import autocannon, { type Options, type Request, type Result } from 'autocannon'
import { deliveries } from '../deliveries.ts'
import { cpuMilliseconds, Latencies } from './latencies.ts'
import type { ClosedLoop, ClosedResult, Target } from './orders.ts'

/** Seconds that an answer may take. */
const PATIENCE = 30

/** @throws Error when an answer is another than the expected one: its figure would be of something else */
export async function runClosedLoop({ url, connections, target, until }: ClosedLoop): Promise<ClosedResult> {
  const prepared = requestsFor(target, 'requests' in until ? until.requests : 0)
  let client = 0
  const latencies = new Latencies()
  let [started, ended, cpu, requests] = [0, 0, 0, 0]
  const options: Options = {
    url,
    connections,
    timeout: PATIENCE,
    sampleInt: 50,
    ...('requests' in until ? { amount: until.requests } : { duration: until.seconds }),
    ...(target.send !== 'get' && {
      verifyBody: (body) => String(body).includes(`"outcome":"${target.expect}"`),
    }),
    // Each connection gets its own requests, made into bytes before the first is sent.
    setupClient: (one) => {
      const nth = client++
      one.setRequests(prepared.length === 1 ? prepared : prepared.filter((_, n) => n % connections === nth))
    },
  }
  const { non2xx, errors, mismatches } = await new Promise<Result>((resolve, reject) => {
    const running = autocannon(options, (error: unknown, result) =>
      error instanceof Error ? reject(error) : resolve(result),
    )
    running.on('start', () => {
      started = performance.now()
      cpu = cpuMilliseconds()
    })
    running.on('response', (_client, _status, _bytes, milliseconds) => {
      latencies.record(milliseconds)
      requests += 1
      ended = performance.now()
    })
  })
  if (non2xx + errors + mismatches > 0)
    throw new Error(
      `${nameOf(target)}: of ${requests} answers ${non2xx} were no 2xx, ${mismatches} told another outcome; ${errors} requests failed`,
    )
  return {
    perSecond: (requests / (ended - started)) * 1000,
    latency: latencies.latency,
    requests,
    clientCost: (cpuMilliseconds() - cpu) / requests,
  }
}

function requestsFor(target: Target, count: number): Request[] {
  if (target.send === 'get')
    return [{ method: 'GET', path: target.path, headers: target.cookie ? { cookie: target.cookie } : {} }]
  return deliveries(target.send, target.prefix, count).map(({ body, signature }) => ({
    method: 'POST',
    path: '/webhooks/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  }))
}

function nameOf(target: Target): string {
  return target.send === 'get' ? `GET ${target.path}` : `deliveries to be ${target.expect}`
}
