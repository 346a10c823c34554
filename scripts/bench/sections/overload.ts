import { setTimeout as sleep } from 'node:timers/promises'
import { overHttp } from '../contenders/over-http.ts'
import { medianOf, mediansByTurns, type Figures } from '../figures.ts'
import type { LoadClient } from '../load/load-client.ts'
import { failedOf } from '../load/latencies.ts'
import type { AtOnceResult, Target } from '../load/orders.ts'
import { openPoll } from '../stage/shopper.ts'
import type { Stage } from '../stage/stage.ts'
import type { Web } from '../stage/web.ts'
import type { Row } from '../table.ts'

/** Polls a second meanwhile. */
const POLLS = 20

/** Milliseconds in which webhook and poll are answered when all is well, and how often in a row. */
const WELL = 100
const TIMES = 3

/** Seconds after which nobody waits any more until it is. */
const GIVEN_UP = 60

/** Many deliveries in one moment, each of them sent again until it is taken. */
export async function benchOverload(stage: Stage): Promise<Row[]> {
  const { counts, seconds, usual } = stage.pick({
    quick: { counts: [500, 2000], seconds: 20, usual: 320 },
    full: { counts: [500, 2000, 5000, 10_000], seconds: 240, usual: 1920 },
  })
  const rows: Row[] = []
  for (const count of counts) {
    rows.push(await benchAtOnce(stage, { count, seconds, usual }))
    await stage.clear()
  }
  return rows
}

type Flood = {
  count: number
  /** Until the rest is given up. */
  seconds: number
  /** Deliveries that come as fast as they are answered, before: what the flood is compared with. */
  usual: number
}

/** With a web app of its own, whose memory and connections are new. */
async function benchAtOnce(stage: Stage, { count, seconds, usual }: Flood): Promise<Row> {
  const database = await stage.openDatabase()
  const web = await stage.openWeb(database)
  const [sender, shopper] = [stage.openClient(), stage.openClient()]
  const poll = await openPoll(web, database)
  const { calm } = await mediansByTurns(2, {
    calm: (round) =>
      overHttp(sender, web, {
        connections: 16,
        target: { send: 'processed', expect: 'processed', prefix: `calm${round}` },
        until: { requests: usual },
      }),
  })
  const before = web.usage().peakMegabytes
  const polls = shopper.paced({
    url: web.url,
    seconds: seconds * 2,
    polls: { target: poll, perSecond: POLLS },
  })
  const flood = await sender.atOnce({ url: web.url, prefix: 'flood', count, connections: count, seconds })
  const well = await secondsUntilWell(sender, web, poll)
  shopper.stop()
  const answered = (await polls).polls
  const figures = figuresOf(flood, web)
  return {
    what: `${count} deliveries at once`,
    figures: {
      ...figures,
      'ms p99 of polls': answered.latency.p99,
      'polls failed': failedOf(answered.statuses),
      'MB before': before,
      's until well again': well,
    },
    ratio: {
      value: (figures['good/s'] ?? Number.NaN) / (calm['events/s'] ?? Number.NaN),
      to: 'HTTP at 16 connections',
    },
  }
}

function figuresOf(
  { statuses, latency, good, seconds, unfinished, clientCost }: AtOnceResult,
  web: Web,
): Figures {
  const taken = good.reduce((sum, n) => sum + n, 0)
  // The last second is over before it is full.
  const whole = good.length > 1 ? good.slice(0, -1) : good
  const attempts = Object.fromEntries(Object.entries(statuses).map(([status, n]) => [`ended ${status}`, n]))
  return {
    'good/s': taken / seconds,
    's in all': seconds,
    'in the worst second': Math.min(...whole),
    'in the median second': medianOf(whole),
    'ms p50 of the 200s': latency.p50,
    'ms p99 of the 200s': latency.p99,
    ...attempts,
    ...(unfinished > 0 && { 'never taken': unfinished }),
    'MB at most': web.usage().peakMegabytes,
    'MB logged': web.logged(),
    'ms client': clientCost,
  }
}

/** Seconds, from when the last delivery was taken or given up, until webhooks and polls are answered as ever. */
async function secondsUntilWell(client: LoadClient, web: Web, poll: Target): Promise<number> {
  const start = performance.now()
  const elapsed = () => (performance.now() - start) / 1000
  const isWell = async (target: Target) => {
    const one = { url: web.url, connections: 1, target, until: { requests: 1 } }
    const { latency } = await client.closedLoop(one).catch(() => ({ latency: { p99: Number.NaN } }))
    return latency.p99 <= WELL
  }
  let [since, times] = [0, 0]
  for (let round = 0; times < TIMES && elapsed() < GIVEN_UP; round += 1) {
    if (times === 0) since = elapsed()
    const webhook: Target = { send: 'processed', expect: 'processed', prefix: `well${round}` }
    times = (await isWell(webhook)) && (await isWell(poll)) ? times + 1 : 0
    if (times === 0) await sleep(50)
  }
  return times === TIMES ? since : elapsed()
}
