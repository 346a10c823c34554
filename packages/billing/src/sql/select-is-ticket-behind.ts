import type { Db } from '@paidup/db'

/**
 * Whether a subscription's row was written under a ticket that the sequence has yet to give out. No race does that: only
 * a sequence that was put back, as by a restore of the rows without it.
 */
export async function selectIsTicketBehind(db: Db, stripeSubscriptionId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ isBehind: boolean }[]>`
    SELECT read_ticket > (SELECT last_value FROM read_ticket) AS "isBehind" FROM plan_entitlements
    WHERE stripe_subscription_id = ${stripeSubscriptionId} AND read_ticket IS NOT NULL`
  return row?.isBehind ?? false
}
