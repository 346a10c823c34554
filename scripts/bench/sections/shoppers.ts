import { EMPTY_ROUTE, overHttp } from '../contenders/over-http.ts'
import { mediansByTurns } from '../figures.ts'
import type { LoadClient } from '../load/load-client.ts'
import { failedOf } from '../load/latencies.ts'
import type { Target } from '../load/orders.ts'
import { openPoll } from '../stage/shopper.ts'
import type { Stage } from '../stage/stage.ts'
import type { Web } from '../stage/web.ts'
import type { Row } from '../table.ts'

/** Webhooks a second beside the shoppers. */
const WEBHOOKS = 50

/** Milliseconds of a poll's p99 that are too many. */
const TOO_SLOW = 250

/** Success pages that each ask once a second, while webhooks come in. */
export async function benchShoppers(stage: Stage): Promise<Row[]> {
  const { rounds, seconds, tries } = stage.pick({
    quick: { rounds: 1, seconds: 2, tries: 3 },
    full: { rounds: 3, seconds: 10, tries: 6 },
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
  const most = await mostOf(crowd, half, figures['ms p99 of polls'] ?? Number.NaN, tries)
  return [
    { what: 'empty Remix route, 64 at once', figures: empty },
    {
      what: `shoppers at half of what the empty route serves, and ${WEBHOOKS} webhooks/s`,
      figures,
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
      polls: { target: this.poll, perSecond: shoppers },
      webhooks: { target: webhook, perSecond: WEBHOOKS },
    })
    return {
      shoppers,
      'ms p99 of polls': polls.latency.p99,
      'ms p99 of webhooks': webhooks?.latency.p99 ?? Number.NaN,
      'polls failed': failedOf(polls.statuses),
      'webhooks refused': failedOf(webhooks?.statuses ?? {}),
    }
  }
}

/** Halves what lies between a number that is served well and one that is not, from a first one and its p99. */
async function mostOf(crowd: Crowd, first: number, p99: number, tries: number): Promise<number> {
  let [well, tooMany] = p99 <= TOO_SLOW ? [first, first * 2] : [0, first]
  for (let n = 0; n < tries; n += 1) {
    const next = Math.round((well + tooMany) / 2)
    const { 'ms p99 of polls': slow = Number.NaN } = await crowd.of(next)
    if (slow <= TOO_SLOW) well = next
    else tooMany = next
  }
  return well
}
