import process, { env } from 'node:process'
import { dataFolder } from '../../../scripts/root.ts'
import { explain } from '../../../scripts/supervisor/command.ts'
import { stopSignal } from '../../../scripts/supervisor/stop-signal.ts'
import { turbo } from '../../../scripts/supervisor/turbo.ts'
import { drills } from './drills/index.ts'
import { runDrills } from './drills/run-drills.ts'
import { tableOf } from './drills/table.ts'

// `pnpm prove drills`, or some of them: `pnpm prove drills kills sigterm`.

const say = (line: string) => process.stdout.write(`${line}\n`)
const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in drills))
if (unknown.length > 0) {
  say(`Unknown: ${unknown.join(', ')}. The drills are ${Object.keys(drills).join(', ')}.`)
  process.exit(2)
}

const signal = stopSignal()
const seed = Number(env['DRILL_SEED'] ?? Date.now() % 1_000_000)
try {
  await turbo(signal, 'generate', 'build')
  say(`Drills of seed ${seed}`)
  const rows = await runDrills({
    drills: Object.entries(drills).flatMap(([name, drill]) =>
      named.length === 0 || named.includes(name) ? drill : [],
    ),
    dataFolder,
    seed,
    kills: Number(env['DRILL_KILLS'] ?? 20),
    path: env['PATH'] ?? '',
    pgbouncer: env['PGBOUNCER'],
    signal,
    onRow: (row, seconds) => {
      say(`${seconds.toFixed(0).padStart(4)} s  ${row.drill}`)
      if ('differences' in row)
        for (const difference of row.differences.slice(0, 20)) say(`        ${difference}`)
    },
  })
  say(`\n${tableOf(rows)}`)
  const differ = rows.some((row) => 'differences' in row && row.differences.length > 0)
  process.exit(differ ? 1 : 0)
} catch (error) {
  say(signal.aborted ? 'Stopped.' : explain(error))
  process.exit(1)
}
