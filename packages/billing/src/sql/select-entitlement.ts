import { Prisma, type Db } from '@paidup/db'
import { subscriptionColumns, type EntitlementRow } from './parts/entitlement-row.ts'

/** One subscription, whoever's it is; null when none has been told of yet. */
export async function selectEntitlement(
  db: Db,
  stripeSubscriptionId: string,
): Promise<EntitlementRow | null> {
  const [row] = await db.$queryRaw<EntitlementRow[]>(Prisma.sql`
    SELECT ${subscriptionColumns} FROM plan_entitlements e
    WHERE e.stripe_subscription_id = ${stripeSubscriptionId}`)
  return row ?? null
}
