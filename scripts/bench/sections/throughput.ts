import { Core } from '../contenders/core.ts'
import { idsOf, inLanes } from '../contenders/lanes.ts'
import { EMPTY_ROUTE, overHttp } from '../contenders/over-http.ts'
import { RawStatements } from '../contenders/raw-statements.ts'
import { TwoStatements } from '../contenders/two-statements.ts'
import { deliveries } from '../deliveries.ts'
import { mediansByTurns } from '../figures.ts'
import type { LoadClient } from '../load/load-client.ts'
import type { Target } from '../load/orders.ts'
import type { Web } from '../stage/web.ts'
import type { BenchDatabase, Stage } from '../stage/stage.ts'
import { ratioOf, type Row } from '../table.ts'

const CONNECTIONS = [16, 64]

/** What a delivery costs, from the bare statements to the whole way, with as many at once as it is called like. */
export async function benchThroughput(stage: Stage): Promise<Row[]> {
  const database = await stage.openDatabase()
  const [web, client] = [await stage.openWeb(database), stage.openClient()]
  const rows: Row[] = []
  for (const connections of CONNECTIONS)
    rows.push(...(await benchAt(connections, stage, { database, web, client })))
  return rows
}

type Measured = { database: BenchDatabase; web: Web; client: LoadClient }

async function benchAt(connections: number, stage: Stage, measured: Measured): Promise<Row[]> {
  const { rounds, events } = stage.pick({
    quick: { rounds: 3, events: 192 },
    full: { rounds: 5, events: 1920 },
  })
  const { url } = measured.database
  const raw = stage.kept(new RawStatements(url))
  const two = stage.kept(new TwoStatements(url))
  const core = stage.kept(new Core(url))
  const prefix = (name: string, round: number) => `${name}${connections}r${round}`
  const http = (target: Target) =>
    overHttp(measured.client, measured.web, { connections, target, until: { requests: events } })
  const sent = (
    send: 'processed' | 'ignored',
    expect: 'processed' | 'duplicate' | 'ignored',
    round: number,
  ) => http({ send, expect, prefix: prefix(send, round) })
  const medians = await mediansByTurns(rounds, {
    raw: (round) => inLanes(connections, idsOf(prefix('raw', round), events), (id) => raw.process(id)),
    two: (round) => inLanes(connections, idsOf(prefix('two', round), events), (id) => two.process(id)),
    core: (round) =>
      inLanes(connections, deliveries('processed', prefix('core', round), events), (one) =>
        core.process(one),
      ),
    http: (round) => sent('processed', 'processed', round),
    duplicate: (round) => sent('processed', 'duplicate', round),
    ignored: (round) => sent('ignored', 'ignored', round),
    empty: () => http(EMPTY_ROUTE),
  })
  const toRaw = (name: 'two' | 'core' | 'http') => ratioOf(medians[name], medians.raw, 'events/s', 'raw pg')
  const row = (what: string, name: keyof typeof medians, ratio?: Row['ratio']): Row => ({
    what: `${what}, ${connections} at once`,
    figures: medians[name],
    ...(ratio && { ratio }),
  })
  return [
    row('raw pg, the same statements', 'raw'),
    row('two statements in a Prisma transaction', 'two', toRaw('two')),
    row('core, without HTTP', 'core', toRaw('core')),
    row('HTTP to commit', 'http', toRaw('http')),
    row('empty Remix route (GET /healthz)', 'empty'),
    row('ignored', 'ignored', ratioOf(medians.ignored, medians.empty, 'ms node', 'node of an empty route')),
    row(
      'duplicate',
      'duplicate',
      ratioOf(medians.duplicate, medians.http, 'ms node', 'node of a processed one'),
    ),
  ]
}
