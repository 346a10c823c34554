import type { Db } from '@paidup/db'

/** How many customers an org has had that were deleted at Stripe. */
export async function countDeletedCustomers(db: Db, orgId: string, livemode: boolean): Promise<number> {
  const [row] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM billing_customers
    WHERE former_org_id = ${orgId} AND livemode = ${livemode}`
  return row.count
}
