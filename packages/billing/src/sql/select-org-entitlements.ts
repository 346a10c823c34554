import type { Db } from '@paidup/db'
import type { EntitlementRow } from '../entitlement.ts'

/**
 * Every subscription of an org. The org is found by joining here: a subscription may have been written before
 * its customer was linked, and becomes visible with the link.
 */
export async function selectOrgEntitlements(
  db: Db,
  orgId: string,
  livemode: boolean,
): Promise<EntitlementRow[]> {
  return db.$queryRaw<EntitlementRow[]>`
    SELECT e.plan, e.status, e.quantity, e."interval",
           e.stripe_subscription_id AS "stripeSubscriptionId", e.current_period_end AS "currentPeriodEnd",
           e.trial_end AS "trialEnd", e.cancel_at AS "cancelAt", e.cancel_at_period_end AS "cancelAtPeriodEnd"
    FROM plan_entitlements e JOIN billing_customers c USING (stripe_customer_id)
    WHERE c.org_id = ${orgId} AND c.livemode = ${livemode}
    ORDER BY e.id`
}
