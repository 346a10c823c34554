import type { Db } from '@paidup/db'

/** The customer of an org, the first that was linked for good; null when it has none. */
export async function selectCustomer(db: Db, orgId: string, livemode: boolean): Promise<string | null> {
  const [row] = await db.$queryRaw<{ stripeCustomerId: string }[]>`
    SELECT stripe_customer_id AS "stripeCustomerId" FROM billing_customers
    WHERE org_id = ${orgId} AND livemode = ${livemode} AND is_certain
    ORDER BY created_at
    LIMIT 1`
  return row?.stripeCustomerId ?? null
}
