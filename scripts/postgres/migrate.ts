import { readdirSync } from 'node:fs'
import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { root } from '../root.ts'
import { prisma } from './prisma.ts'

/**
 * Creates the database if there is none and brings it up to date: our tables, and graphile-worker's, because a
 * webhook enqueues jobs from its first transaction on, whether or not a worker has ever run.
 */
export async function migrate(url: string, signal: AbortSignal): Promise<void> {
  // Prisma's CLI takes seconds to find out that there is nothing to do.
  if (!(await isUpToDate(url))) await prisma(url, signal, 'migrate', 'deploy')
  await runMigrations({ connectionString: url })
}

async function isUpToDate(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    )
    const applied = new Set(rows.map(({ name }) => name))
    return migrationNames().every((name) => applied.has(name))
  } catch {
    // No database, no table, no server: the CLI says it best.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function migrationNames(): string[] {
  const entries = readdirSync(path.join(root, 'prisma/migrations'), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
