import { Prisma, type Db, type Tx } from '@paidup/db'
import { purchaseColumns, subscriptionColumns, type EntitlementRow } from './parts/entitlement-row.ts'
import { belongsTo } from './parts/belongs-to.ts'

/**
 * Every subscription and one-time purchase of an org. The org of a subscription is found by joining here: it may
 * have been written before its customer was linked, and becomes visible with the link.
 */
export async function selectOrgEntitlements(
  client: Db | Tx,
  orgId: string,
  livemode: boolean,
): Promise<EntitlementRow[]> {
  return client.$queryRaw<EntitlementRow[]>(Prisma.sql`
    SELECT ${subscriptionColumns}
    FROM plan_entitlements e JOIN billing_customers c USING (stripe_customer_id)
    WHERE c.org_id = ${orgId} AND c.livemode = ${livemode}
    UNION ALL
    SELECT ${purchaseColumns} FROM purchases s WHERE ${belongsTo(Prisma.sql`s`, orgId, livemode)}`)
}
