import type { Db } from '@paidup/db'

/** Whether a subscription's row was written under this read ticket or a later one. */
export async function selectHasReadTicket(
  db: Db,
  stripeSubscriptionId: string,
  ticket: bigint,
): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ has: boolean }]>`
    SELECT EXISTS (
      SELECT FROM plan_entitlements
      WHERE stripe_subscription_id = ${stripeSubscriptionId} AND read_ticket >= ${ticket}::bigint) AS has`
  return row.has
}
