import type { Db } from '@paidup/db'

/** How many checkouts of an org have ended, by being completed or by expiring. */
export async function countEndedCheckouts(db: Db, orgId: string): Promise<number> {
  const [row] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM checkout_sessions WHERE org_id = ${orgId} AND status <> 'open'`
  return row.count
}
