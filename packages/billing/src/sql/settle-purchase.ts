import { Prisma, type Tx } from '@paidup/db'
import { refunded } from './parts/returned-money.ts'

/**
 * Brings a paid purchase to what its refunds amount to. The caller holds the lock of its payment, so that no other
 * refund is being told meanwhile.
 */
export async function settlePurchase(tx: Tx, stripeCheckoutSessionId: string): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    UPDATE purchases SET
      amount_refunded = p.refunded,
      status = CASE WHEN p.refunded <= 0 THEN 'paid'
                    WHEN p.refunded < amount THEN 'partially_refunded'
                    ELSE 'refunded' END,
      updated_at = now()
    FROM (SELECT stripe_payment_id, ${refunded} AS refunded FROM stripe_payments p
          WHERE stripe_checkout_session_id = ${stripeCheckoutSessionId}) p
    WHERE purchases.stripe_checkout_session_id = ${stripeCheckoutSessionId}
      AND purchases.stripe_payment_id = p.stripe_payment_id
      AND purchases.status IN ('paid', 'partially_refunded', 'refunded')
      AND purchases.amount_refunded <> p.refunded`)
}
