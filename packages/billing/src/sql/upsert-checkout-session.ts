import { Prisma, type Db, type Tx } from '@paidup/db'
import type { CheckoutFields } from '../mapping/session.ts'

/**
 * How far a session has come. It only moves forward: open -> expired; open -> complete, not paid yet -> payment
 * refused -> paid.
 */
const rankOf = (row: Prisma.Sql) => Prisma.sql`
  CASE WHEN ${row}.status = 'open' THEN 0
       WHEN ${row}.status = 'complete' AND ${row}.payment_status = 'unpaid' AND NOT ${row}.is_payment_failed THEN 1
       WHEN ${row}.status = 'complete' AND ${row}.payment_status = 'unpaid' THEN 2
       ELSE 3 END`

/**
 * Records a checkout session as far as it has come. A step that is already behind changes nothing, whichever of
 * the caller that created it and Stripe's events comes first. Who it is for is never lost once it is known; its product
 * stands in `plan`.
 */
export async function upsertCheckoutSession(
  client: Tx | Db,
  session: CheckoutFields & { isPaymentFailed?: boolean },
): Promise<void> {
  await client.$executeRaw(Prisma.sql`
    INSERT INTO checkout_sessions AS row
      (id, org_id, user_id, plan, mode, status, payment_status, is_payment_failed,
       stripe_customer_id, stripe_subscription_id)
    VALUES (${session.id}, ${session.orgId}, ${session.userId}, ${session.product}, ${session.mode}, ${session.status},
            ${session.paymentStatus}, ${session.isPaymentFailed ?? false}, ${session.stripeCustomerId}, ${session.stripeSubscriptionId})
    ON CONFLICT (id) DO UPDATE SET
      org_id = COALESCE(row.org_id, EXCLUDED.org_id),
      user_id = COALESCE(row.user_id, EXCLUDED.user_id),
      plan = COALESCE(row.plan, EXCLUDED.plan),
      status = EXCLUDED.status,
      payment_status = EXCLUDED.payment_status,
      is_payment_failed = EXCLUDED.is_payment_failed,
      stripe_customer_id = COALESCE(EXCLUDED.stripe_customer_id, row.stripe_customer_id),
      stripe_subscription_id = COALESCE(EXCLUDED.stripe_subscription_id, row.stripe_subscription_id),
      updated_at = now()
    WHERE ${rankOf(Prisma.sql`row`)} < ${rankOf(Prisma.sql`EXCLUDED`)}`)
}
