import type { Db } from '@paidup/db'

/** The customer whose subscription an org looks after: of the last one that it got. Null when it never had one. */
export async function selectPortalCustomer(db: Db, orgId: string, livemode: boolean): Promise<string | null> {
  const [row] = await db.$queryRaw<{ customer: string }[]>`
    SELECT c.stripe_customer_id AS customer
    FROM billing_customers c JOIN plan_entitlements e USING (stripe_customer_id)
    WHERE c.org_id = ${orgId} AND c.livemode = ${livemode} AND c.is_certain
    ORDER BY e.id DESC LIMIT 1`
  return row?.customer ?? null
}
