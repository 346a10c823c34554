import type { Db, Tx } from '@paidup/db'
import { statusesThat } from '../mapping/status.ts'

const NOT_HELD = statusesThat(({ isHeld }) => !isHeld)
const FINAL = statusesThat(({ isFinal }) => isFinal)

/**
 * Whether an org has a subscription of ours that is not over, so that another one would charge it twice: also one
 * that grants nothing now (overdue, paused), and one that was paid for in a checkout and has not arrived yet.
 *
 * A subscription to a price that is not ours counts only when one of our checkouts made it. The mode of a session
 * is in its id, `cs_test_…` or `cs_live_…`.
 */
export async function selectHasSubscription(
  client: Db | Tx,
  orgId: string,
  livemode: boolean,
): Promise<boolean> {
  const [found] = await client.$queryRaw<[{ hasSubscription: boolean }]>`
    SELECT EXISTS (
      SELECT FROM plan_entitlements e JOIN billing_customers c USING (stripe_customer_id)
      WHERE c.org_id = ${orgId} AND c.livemode = ${livemode} AND e.plan <> 'unknown'
        AND e.status <> ALL (${NOT_HELD})
    ) OR EXISTS (
      SELECT FROM checkout_sessions s LEFT JOIN plan_entitlements e USING (stripe_subscription_id)
      WHERE s.org_id = ${orgId} AND starts_with(s.id, 'cs_live_') = ${livemode}
        AND s.mode = 'subscription' AND s.status = 'complete'
        AND (e.status IS NULL OR e.status <> ALL (${FINAL}))
    ) AS "hasSubscription"`
  return found.hasSubscription
}
