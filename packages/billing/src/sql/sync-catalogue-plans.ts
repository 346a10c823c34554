import { Prisma, type Db } from '@paidup/db'
import type { Plan } from '../catalog/plans.ts'

/**
 * Tells the database, in one statement, the plans in their order (from the least to the most) and whether this is live:
 * what its function `organization_seats` needs. Plans that are no more go. Written in the order of their keys, so that
 * two processes that boot at once wait for each other and do not block each other.
 */
export async function syncCataloguePlans(db: Db, plans: readonly Plan[], livemode: boolean): Promise<void> {
  const rows = plans.map(({ key, isPerSeat, whileDisputed }, rank) => ({
    key,
    rank,
    is_per_seat: isPerSeat,
    while_disputed: whileDisputed,
  }))
  await db.$executeRaw(Prisma.sql`
    WITH told AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS plan (key text, rank int, is_per_seat boolean, while_disputed text)),
    gone AS (DELETE FROM catalogue_plans WHERE key NOT IN (SELECT key FROM told))
    INSERT INTO catalogue_plans AS row (key, rank, is_per_seat, while_disputed, livemode)
    SELECT key, rank, is_per_seat, while_disputed, ${livemode}::boolean FROM told ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      rank = EXCLUDED.rank, is_per_seat = EXCLUDED.is_per_seat, while_disputed = EXCLUDED.while_disputed,
      livemode = EXCLUDED.livemode
    WHERE (row.*) IS DISTINCT FROM (EXCLUDED.*)`)
}
