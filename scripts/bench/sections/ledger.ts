import { Core } from '../contenders/core.ts'
import { idsOf, inLanes } from '../contenders/lanes.ts'
import { RawStatements } from '../contenders/raw-statements.ts'
import { deliveries } from '../deliveries.ts'
import { mediansByTurns } from '../figures.ts'
import { fillLedger } from '../stage/fill.ts'
import type { Stage } from '../stage/stage.ts'
import { ratioOf, type Row } from '../table.ts'

const AT_ONCE = 16

/** Whether a delivery costs more the more events were claimed before it. */
export async function benchLedger(stage: Stage): Promise<Row[]> {
  const { sizes, rounds, events } = stage.pick({
    quick: { sizes: [10_000, 200_000], rounds: 3, events: 256 },
    full: { sizes: [10_000, 1_000_000, 5_000_000], rounds: 5, events: 1920 },
  })
  const database = await stage.openDatabase()
  const [raw, core] = [stage.kept(new RawStatements(database.url)), stage.kept(new Core(database.url))]
  const rows: Row[] = []
  for (const [nth, size] of sizes.entries()) {
    await fillLedger(database.pool, sizes[nth - 1] ?? 0, size)
    const medians = await mediansByTurns(rounds, {
      raw: (round) => inLanes(AT_ONCE, idsOf(`raw${size}r${round}`, events), (id) => raw.process(id)),
      core: (round) =>
        inLanes(AT_ONCE, deliveries('processed', `core${size}r${round}`, events), (one) => core.process(one)),
    })
    const ratio = ratioOf(medians.core, medians.raw, 'events/s', 'raw pg')
    rows.push(
      { what: `raw pg, after ${size.toLocaleString('en')} events`, figures: medians.raw },
      {
        what: `core, after ${size.toLocaleString('en')} events`,
        figures: medians.core,
        ...(ratio && { ratio }),
      },
    )
  }
  return rows
}
