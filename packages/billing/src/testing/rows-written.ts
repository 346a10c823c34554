import type { Db } from '@paidup/db'

/**
 * Every row that handlers have written, in any table there is but the ledger's and that of the reads, as `<table> <its columns>`.
 * @param without columns to leave out
 */
export async function rowsWritten(db: Db, without: string[] = []): Promise<string[]> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables
    WHERE schemaname = 'public'
      AND tablename NOT IN ('_prisma_migrations', 'processed_events', 'stale_events', 'quarantined_events', 'reads')`
  const rows = tables.map(({ name }) =>
    db.$queryRawUnsafe<{ row: string }[]>(
      `SELECT '${name} ' || (to_jsonb(t) - $1::text[])::text AS row FROM "${name}" t`,
      without,
    ),
  )
  return (await Promise.all(rows))
    .flat()
    .map(({ row }) => row)
    .toSorted()
}
