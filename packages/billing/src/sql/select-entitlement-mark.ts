import type { Tx } from '@paidup/db'

/**
 * The second up to which the row knows Stripe's state: the later of its newest event and its newest re-read.
 * Only for telling why an event was not written; the decision was made in the statement that writes.
 */
export async function selectEntitlementMark(tx: Tx, stripeSubscriptionId: string): Promise<Date> {
  const [row] = await tx.$queryRaw<{ mark: Date | null }[]>`
    SELECT GREATEST(last_event_at, read_at) AS mark FROM plan_entitlements
    WHERE stripe_subscription_id = ${stripeSubscriptionId}`
  if (!row?.mark) throw new Error(`The row of ${stripeSubscriptionId} refused an event but has no mark`)
  return row.mark
}
