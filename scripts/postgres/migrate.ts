import { runMigrations } from 'graphile-worker'
import { prisma } from './prisma.ts'

/**
 * Creates the database if there is none and brings it up to date: our tables, and graphile-worker's, because a
 * webhook enqueues jobs from its first transaction on, whether or not a worker has ever run.
 */
export async function migrate(url: string): Promise<void> {
  await prisma(url, 'migrate', 'deploy')
  await runMigrations({ connectionString: url })
}
