import type { Tx } from '@paidup/db'
import type Stripe from 'stripe'
import { enqueueFetch, wantReread } from '../queue/enqueue.ts'
import { sessionFrom } from '../mapping/session.ts'
import type { Handled } from '../delivery/outcome.ts'
import type { Told } from '../delivery/told.ts'
import type { FactSource } from '../sql/insert-fact.ts'
import { linkCustomer } from '../sql/link-customer.ts'
import { upsertCheckoutSession } from '../sql/upsert-checkout-session.ts'
import { recordPurchase } from './purchase.ts'

type CheckoutEvent = Extract<Stripe.Event['type'], `checkout.session.${string}`>

/**
 * Records how far a checkout has come, what it sold, and whose its customer is, and has its subscription read:
 * the shopper is waiting, and the subscription's own events may be late.
 */
export async function recordCheckout(tx: Tx, told: Told<CheckoutEvent>): Promise<Handled> {
  const hasFailed = told.type === 'checkout.session.async_payment_failed'
  const { livemode, eventId } = told
  const session = await recordSession(tx, told.object, { livemode, eventId, hasFailed })
  if (session.isProductUnknown && !told.isRead) await enqueueFetch(tx, told)
  if (session.stripeSubscriptionId) await wantReread(tx, session.stripeSubscriptionId, 'settled')
  return { outcome: 'processed' }
}

/**
 * Records a session as it was told or read.
 * @param source `hasFailed` says that its delayed payment was refused, which the session itself does not
 * @throws UnexpectedShape
 */
export async function recordSession(
  tx: Tx,
  object: unknown,
  source: FactSource & { hasFailed: boolean },
): Promise<{ stripeSubscriptionId: string | null; isProductUnknown: boolean }> {
  const { checkout, purchase } = sessionFrom(object)
  const isPaymentFailed = source.hasFailed && checkout.paymentStatus === 'unpaid'
  const { stripeCustomerId, orgId, isOrgCertain, stripeSubscriptionId } = checkout
  if (stripeCustomerId && orgId)
    await linkCustomer(tx, { stripeCustomerId, orgId, livemode: source.livemode, isCertain: isOrgCertain })
  await upsertCheckoutSession(tx, { ...checkout, isPaymentFailed })
  if (purchase) await recordPurchase(tx, purchase, { ...source, isPaymentFailed })
  return { stripeSubscriptionId, isProductUnknown: purchase?.product === 'unknown' }
}
