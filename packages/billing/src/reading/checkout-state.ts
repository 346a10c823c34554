import { meaningOf } from '../mapping/status.ts'
import type { EntitlementRow } from '../sql/parts/entitlement-row.ts'
import { grantsAccess } from './entitlement.ts'

/** Where a checkout stands, as far as we know. Everything but `finalizing` is final for the shopper's page. */
export type CheckoutState = 'finalizing' | 'ready' | 'awaiting_payment' | 'expired' | 'failed'

/** A checkout session as far as it is known. */
type SessionState = { status: string; paymentStatus: string; isPaymentFailed: boolean }

/**
 * Tells the state of a checkout from its session and its subscription's row. Never `ready` before the
 * subscription grants access, and `finalizing` as long as we do not know: also for a paid price that is not in
 * the catalogue, which is a fault of ours and not the shopper's. Nor `ready` while a delayed payment is on its way,
 * though Stripe has the subscription run meanwhile.
 */
export function subscriptionCheckoutState(
  session: SessionState,
  subscription: EntitlementRow | null,
  now: Date,
): CheckoutState {
  if (session.status === 'expired') return 'expired'
  if (session.status !== 'complete') return 'finalizing'
  if (subscription && !meaningOf(subscription.status).canRecover) return 'failed'
  // Who then pays the open invoice in another way has a running subscription after all.
  if (session.isPaymentFailed) return subscription?.status === 'active' ? 'ready' : 'failed'
  if (session.paymentStatus === 'unpaid') return 'awaiting_payment'
  return subscription && grantsAccess(subscription, now) ? 'ready' : 'finalizing'
}

/**
 * Tells the state of a checkout of a one-time purchase. One that was given back whole since has not worked out either.
 */
export function purchaseCheckoutState(
  session: SessionState,
  purchase: { product: string; status: string } | null,
): CheckoutState {
  if (session.status === 'expired') return 'expired'
  if (session.status !== 'complete' || !purchase) return 'finalizing'
  if (purchase.status === 'failed' || purchase.status === 'refunded') return 'failed'
  if (purchase.status === 'pending') return 'awaiting_payment'
  return purchase.product === 'unknown' ? 'finalizing' : 'ready'
}
