import process, { env } from 'node:process'
import { dataFolder } from '@paidup/scripts/root.ts'
import { CommandError, explain, runCommand } from '@paidup/scripts/supervisor/command.ts'
import { stopSignal } from '@paidup/scripts/supervisor/stop-signal.ts'
import { turbo } from '@paidup/scripts/supervisor/turbo.ts'
import { drills } from './drills/index.ts'
import { runDrills } from './drills/run-drills.ts'
import { tableOf } from './drills/table.ts'

// `pnpm prove` runs the property tests, for longer; `pnpm prove drills` all drills, or those that are named behind it.
// Both load the generated code, which the script of package.json makes first.

/** Differences of one drill that are printed. */
const SHOWN = 25

const say = (line: string) => void process.stdout.write(`${line}\n`)
const signal = stopSignal()
const [what, ...names] = process.argv.slice(2)
const unknown = names.filter((name) => !(name in drills))
try {
  if (what === undefined) process.exitCode = await proveProperties()
  else if (what === 'drills' && unknown.length === 0) process.exitCode = await drill()
  else {
    say(`Say nothing, for the properties, or drills, and which: ${Object.keys(drills).join(', ')}.`)
    process.exitCode = 2
  }
} catch (error) {
  say(signal.aborted ? 'Stopped.' : explain(error))
  process.exitCode = 1
}
process.exit()

async function proveProperties(): Promise<number> {
  try {
    await runCommand({
      name: 'The properties',
      command: ['node_modules/.bin/vitest', 'run', '--project', 'db', 'packages/proof'],
      env: { ...env, PROVE_LIVES: env['PROVE_LIVES'] || '2000' },
      onLine: say,
      signal,
    })
    return 0
  } catch (error) {
    // What failed was printed as it came.
    if (error instanceof CommandError) return 1
    throw error
  }
}

/** @returns the exit code: 1 when anything ended otherwise than it has to */
async function drill(): Promise<number> {
  await turbo(signal, 'build')
  const seed = wholeNumber('DRILL_SEED', Date.now() % 1_000_000)
  const kills = wholeNumber('DRILL_KILLS', 20)
  say(`Drills of seed ${seed}, ${kills} kills`)
  const chosen = Object.entries(drills).filter(([name]) => names.length === 0 || names.includes(name))
  const rows = await runDrills({
    drills: chosen.map(([, one]) => one),
    dataFolder,
    seed,
    kills,
    path: env['PATH'] ?? '',
    pgbouncer: env['PGBOUNCER'] || undefined,
    signal,
    onRow: (row, seconds) => {
      say(`${seconds.toFixed(0).padStart(4)} s  ${row.drill}`)
      const differences = 'differences' in row ? row.differences : []
      for (const difference of differences.slice(0, SHOWN)) say(`        ${difference}`)
      if (differences.length > SHOWN) say(`        … and ${differences.length - SHOWN} more`)
    },
  })
  say(`\n${tableOf(rows)}`)
  return rows.some((row) => 'differences' in row && row.differences.length > 0) ? 1 : 0
}

/** An empty variable counts as unset, as it comes from `NAME=` in a file. */
function wholeNumber(variable: string, fallback: number): number {
  const given = env[variable] || String(fallback)
  if (!/^\d{1,9}$/.test(given)) throw new Error(`${variable} must be a whole number, such as ${fallback}.`)
  return Number(given)
}
