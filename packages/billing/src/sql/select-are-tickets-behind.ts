import type { Db } from '@paidup/db'

/** Whether any row was written under a ticket that the sequence has yet to give out. It looks at every row. */
export async function selectAreTicketsBehind(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ areBehind: boolean }]>`
    SELECT EXISTS (SELECT FROM plan_entitlements
                   WHERE read_ticket > (SELECT last_value FROM read_ticket)) AS "areBehind"`
  return row.areBehind
}
