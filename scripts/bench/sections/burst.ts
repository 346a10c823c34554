import { idsOf, inLanes } from '../contenders/lanes.ts'
import { RawStatements } from '../contenders/raw-statements.ts'
import { mediansByTurns, type Figures } from '../figures.ts'
import { failedOf } from '../load/latencies.ts'
import type { LoadClient } from '../load/load-client.ts'
import type { Stage } from '../stage/stage.ts'
import type { Web } from '../stage/web.ts'
import { ratioOf, type Row } from '../table.ts'

/** Far more than there are connections to PostgreSQL. */
const CONNECTIONS = 256

/** Seconds until a round is over, done or not. */
const LONGEST = 60

/** The rate while deliveries queue, when several of them could share a transaction. */
export async function benchBurst(stage: Stage): Promise<Row[]> {
  const { rounds, events } = stage.pick({
    quick: { rounds: 3, events: 512 },
    full: { rounds: 5, events: 2560 },
  })
  const database = await stage.openDatabase()
  const [web, client, raw] = [
    await stage.openWeb(database),
    stage.openClient(),
    stage.kept(new RawStatements(database.url)),
  ]
  const medians = await mediansByTurns(rounds, {
    raw: (round) => inLanes(CONNECTIONS, idsOf(`raw${round}`, events), (id) => raw.process(id)),
    http: (round) => queued(client, web, { prefix: `burst${round}`, count: events }),
  })
  return [
    { what: `raw pg, ${CONNECTIONS} at once`, figures: medians.raw },
    {
      what: `HTTP to commit, ${CONNECTIONS} at once`,
      figures: medians.http,
      ratio: ratioOf(medians.http, medians.raw, 'events/s', 'raw pg'),
    },
  ]
}

/** What is refused comes again, as Stripe sends it again: what counts is what was taken. */
async function queued(
  client: LoadClient,
  web: Web,
  burst: { prefix: string; count: number },
): Promise<Figures> {
  const before = web.usage().cpuMilliseconds
  const { good, seconds, latency, statuses, clientCost } = await client.atOnce({
    ...burst,
    url: web.url,
    connections: CONNECTIONS,
    seconds: LONGEST,
  })
  const taken = good.reduce((sum, n) => sum + n, 0)
  return {
    'events/s': taken / seconds,
    'ms p99': latency.p99,
    'ms node': (web.usage().cpuMilliseconds - before) / taken,
    'ms client': clientCost,
    refused: failedOf(statuses),
  }
}
