import { EMPTY_ROUTE, overHttp } from '../contenders/over-http.ts'
import { mediansByTurns } from '../figures.ts'
import type { LoadClient } from '../load/load-client.ts'
import type { Statuses, Target } from '../load/orders.ts'
import { openPoll } from '../stage/shopper.ts'
import type { Stage } from '../stage/stage.ts'
import type { Web } from '../stage/web.ts'
import type { Row } from '../table.ts'

/** Webhooks a second beside the shoppers. */
const WEBHOOKS = 50

/** Milliseconds of a poll's p99 that are too many. */
const TOO_SLOW = 250

/** How many times the number of shoppers is changed to find the most. */
const TRIES = 8

/** Success pages that each ask once a second, while webhooks come in. */
export async function benchShoppers(stage: Stage): Promise<Row[]> {
  const { rounds, seconds } = stage.pick({
    quick: { rounds: 1, seconds: 4 },
    full: { rounds: 3, seconds: 10 },
  })
  const database = await stage.openDatabase()
  const [web, client] = [await stage.openWeb(database), stage.openClient()]
  const poll = await openPoll(web, database)
  const crowd = new Crowd(web, client, poll, seconds)
  const { empty } = await mediansByTurns(rounds, {
    empty: () =>
      overHttp(client, web, { connections: 64, target: EMPTY_ROUTE, until: { seconds: seconds / 2 } }),
  })
  const rate = empty['requests/s'] ?? Number.NaN
  const half = Math.round(rate / 2)
  const { crowd: figures } = await mediansByTurns(rounds, { crowd: () => crowd.of(half) })
  const most = await mostOf(crowd, half, figures['ms p99 of polls'] ?? Number.NaN)
  return [
    { what: 'empty Remix route, 64 at once', figures: empty },
    {
      what: `shoppers at half of what the empty route serves, and ${WEBHOOKS} webhooks/s`,
      figures: { shoppers: half, ...figures },
    },
    {
      what: `most shoppers whose polls have a p99 under ${TOO_SLOW} ms`,
      figures: { shoppers: most },
      ratio: { value: most / rate, to: 'empty route' },
    },
  ]
}

class Crowd {
  #round = 0

  constructor(
    readonly web: Web,
    readonly client: LoadClient,
    readonly poll: Target,
    readonly seconds: number,
  ) {}

  async of(shoppers: number): Promise<Record<string, number>> {
    const webhook: Target = { send: 'processed', expect: 'processed', prefix: `beside${this.#round++}` }
    const { polls, webhooks } = await this.client.paced({
      url: this.web.url,
      seconds: this.seconds,
      streams: [
        { name: 'polls', target: this.poll, perSecond: shoppers },
        { name: 'webhooks', target: webhook, perSecond: WEBHOOKS },
      ],
    })
    if (!polls || !webhooks) throw new Error('The load client has measured no polls or no webhooks')
    return {
      'ms p99 of polls': polls.latency.p99,
      'ms p99 of webhooks': webhooks.latency.p99,
      'polls failed': failedOf(polls.statuses),
      'webhooks refused': failedOf(webhooks.statuses),
    }
  }
}

/** Goes up from a number of shoppers that is served well, or down to one, by a fifth each time. */
async function mostOf(crowd: Crowd, from: number, p99: number): Promise<number> {
  const isUp = p99 <= TOO_SLOW
  let [most, next] = [isUp ? from : 0, from]
  for (let tries = 0; tries < TRIES; tries += 1) {
    next = Math.round(isUp ? next * 1.2 : next * 0.8)
    const { 'ms p99 of polls': slowest = Number.NaN } = await crowd.of(next)
    const isWell = slowest <= TOO_SLOW
    if (isWell) most = next
    if (isWell !== isUp) break
  }
  return most
}

function failedOf(statuses: Statuses): number {
  return Object.entries(statuses).reduce((sum, [status, n]) => (status === '200' ? sum : sum + n), 0)
}
