import { Prisma, type Tx } from '@paidup/db'
import type { PurchaseFields } from '../mapping/session.ts'

export type PurchaseState = PurchaseFields & { livemode: boolean; status: 'pending' | 'failed' | 'paid' }

/** How far a purchase has come. It only moves forward, and a payment that arrived counts more than one that failed. */
const rankOf = (status: Prisma.Sql) => Prisma.sql`
  array_position(ARRAY['pending', 'failed', 'paid', 'partially_refunded', 'refunded'], ${status})`

/** Records a purchase as far as its checkout has come. What was sold is written when it becomes known. */
export async function upsertPurchase(tx: Tx, purchase: PurchaseState): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO purchases AS row
      (stripe_checkout_session_id, stripe_payment_id, stripe_customer_id, org_id, livemode, product, quantity,
       status, amount, currency)
    VALUES (${purchase.stripeCheckoutSessionId}, ${purchase.stripePaymentId}, ${purchase.stripeCustomerId},
            ${purchase.orgId}, ${purchase.livemode}, ${purchase.product}, ${purchase.quantity}::int,
            ${purchase.status}, ${purchase.amount}::bigint, ${purchase.currency})
    ON CONFLICT (stripe_checkout_session_id) DO UPDATE SET
      status = CASE WHEN ${rankOf(Prisma.sql`row.status`)} < ${rankOf(Prisma.sql`EXCLUDED.status`)}
                    THEN EXCLUDED.status ELSE row.status END,
      stripe_payment_id = COALESCE(row.stripe_payment_id, EXCLUDED.stripe_payment_id),
      product = CASE WHEN row.product = 'unknown' THEN EXCLUDED.product ELSE row.product END,
      quantity = CASE WHEN row.product = 'unknown' THEN EXCLUDED.quantity ELSE row.quantity END,
      updated_at = now()
    WHERE ${rankOf(Prisma.sql`row.status`)} < ${rankOf(Prisma.sql`EXCLUDED.status`)}
       OR (row.product = 'unknown' AND EXCLUDED.product <> 'unknown')`)
}
