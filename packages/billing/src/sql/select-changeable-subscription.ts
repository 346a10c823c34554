import type { Db } from '@paidup/db'
import { statusesThat } from '../mapping/status.ts'

const NOT_HELD = statusesThat(({ isHeld }) => !isHeld)
const GRANTING = statusesThat(({ grants }) => grants)

export type ChangeableSubscription = { stripeSubscriptionId: string; status: string }

/** The subscription of an org that a change of plan is for: of ours, not over, one that is paid before others. */
export async function selectChangeableSubscription(
  db: Db,
  orgId: string,
  livemode: boolean,
): Promise<ChangeableSubscription | null> {
  const [row] = await db.$queryRaw<ChangeableSubscription[]>`
    SELECT e.stripe_subscription_id AS "stripeSubscriptionId", e.status
    FROM plan_entitlements e JOIN billing_customers c USING (stripe_customer_id)
    WHERE c.org_id = ${orgId} AND c.livemode = ${livemode} AND e.plan <> 'unknown'
      AND e.status <> ALL (${NOT_HELD})
    ORDER BY e.status = ANY (${GRANTING}) DESC, e.id
    LIMIT 1`
  return row ?? null
}
