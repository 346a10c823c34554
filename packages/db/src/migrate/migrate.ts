import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { migrationNames } from './migrations.ts'
import { prismaCli, type PrismaProgram } from './prisma-cli.ts'

/**
 * Creates the database if there is none and brings it up to date: our tables, and graphile-worker's, because a
 * webhook enqueues jobs from its first transaction on, whether or not a worker has ever run.
 * @param run runs Prisma's CLI in the checkout, where its configuration lies
 */
export async function migrate(url: string, run: (program: PrismaProgram) => Promise<unknown>): Promise<void> {
  // Prisma's CLI takes seconds to find out that there is nothing to do.
  if (!(await isUpToDate(url))) await run(prismaCli(url, 'migrate', 'deploy'))
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
