import { idsOf, inLanes } from '../contenders/lanes.ts'
import { overHttp } from '../contenders/over-http.ts'
import { RawStatements } from '../contenders/raw-statements.ts'
import { mediansByTurns } from '../figures.ts'
import type { Stage } from '../stage/stage.ts'
import { ratioOf, type Row } from '../table.ts'

/** Far more than there are connections to PostgreSQL, and few enough that none has to be refused. */
const CONNECTIONS = 256

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
    http: (round) =>
      overHttp(client, web, {
        connections: CONNECTIONS,
        target: { send: 'processed', expect: 'processed', prefix: `burst${round}` },
        until: { requests: events },
      }),
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
