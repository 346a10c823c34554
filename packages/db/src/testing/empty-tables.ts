import type { Db } from '../index.ts'

/** Empties every table there is, the queue of jobs too: what a test leaves is no other's. The migrations stay. */
export async function emptyTables(db: Db): Promise<void> {
  const [found] = await db.$queryRaw<[{ tables: string }]>`
    SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') AS tables FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
       OR (schemaname, tablename) = ('graphile_worker', '_private_jobs')`
  await db.$executeRawUnsafe(`TRUNCATE ${found.tables}`)
}
