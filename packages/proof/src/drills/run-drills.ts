import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { migrateDatabase } from '@paidup/scripts/postgres/prisma.ts'
import { Chance } from '../schedule/chance.ts'
import { OwnPostgres } from '../stage/postgres.ts'
import type { Drill, DrillContext, NotTried, Row } from './drill.ts'

export type DrillsOptions = Pick<DrillContext, 'seed' | 'kills' | 'path' | 'pgbouncer' | 'signal'> & {
  drills: readonly Drill[]
  /** Where a folder of their own is made, which is removed in the end. */
  dataFolder: string
  /** Told of each drill when it is over. */
  onRow: (row: Row | NotTried, seconds: number) => void
}

/**
 * Runs drills one after the other, each on a database of its own. A drill that breaks off counts as a difference.
 * Leaves no process and no file behind, however it ends.
 */
export async function runDrills({
  drills,
  dataFolder,
  onRow,
  ...options
}: DrillsOptions): Promise<(Row | NotTried)[]> {
  mkdirSync(dataFolder, { recursive: true })
  const folder = mkdtempSync(path.join(dataFolder, 'drills-'))
  try {
    const postgres = await OwnPostgres.in(path.join(folder, 'postgres'))
    try {
      return await inTurn({ ...options, drills, dataFolder, onRow }, folder, postgres)
    } finally {
      await postgres.kill()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function inTurn(
  { drills, onRow, ...options }: DrillsOptions,
  folder: string,
  postgres: OwnPostgres,
): Promise<(Row | NotTried)[]> {
  const { signal, seed } = options
  await migrateDatabase(postgres.url('template'), signal)
  const rows: (Row | NotTried)[] = []
  for (const [n, drill] of drills.entries()) {
    const start = performance.now()
    const newDatabase = async () => {
      // A drill that broke off may have left it anyhow.
      postgres.thaw()
      if (!postgres.isRunning) await postgres.start()
      await postgres.run(`CREATE DATABASE drill_${n} TEMPLATE template`)
      return postgres.url(`drill_${n}`)
    }
    const context = { ...options, postgres, newDatabase, folder, chance: new Chance(seed) }
    const outcome = await drill.run(context).catch((error: unknown) => brokenOff(error, signal))
    const row = { drill: drill.name, ...outcome }
    rows.push(row)
    onRow(row, (performance.now() - start) / 1000)
  }
  return rows
}

function brokenOff(error: unknown, signal: AbortSignal): Omit<Row, 'drill'> {
  signal.throwIfAborted()
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
  const difference = `broke off: ${error instanceof Error ? error.message : String(error)}${cause}`
  return {
    events: 0,
    facts: 0,
    faults: '-',
    acknowledged: 0,
    refused: 0,
    differences: [difference],
  }
}
