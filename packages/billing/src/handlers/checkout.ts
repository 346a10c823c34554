import type { Tx } from '@paidup/db'
import type Stripe from 'stripe'
import { enqueueFetch, enqueueReread } from '../queue/enqueue.ts'
import { checkoutFrom } from '../mapping/checkout.ts'
import type { Handled, Reading } from '../delivery/outcome.ts'
import { linkCustomer } from '../sql/link-customer.ts'
import { upsertCheckoutSession } from '../sql/upsert-checkout-session.ts'
import { recordPurchase } from './purchase.ts'
import { sourceOf, type Source } from '../delivery/told.ts'

type CheckoutEvent = Extract<Stripe.Event, { type: `checkout.session.${string}` }>

/**
 * Records how far a checkout has come, what it sold, and whose its customer is, and has its subscription read:
 * the shopper is waiting, and the subscription's own events may be late.
 */
export async function recordCheckout(tx: Tx, event: CheckoutEvent, { isRead }: Reading): Promise<Handled> {
  const hasFailed = event.type === 'checkout.session.async_payment_failed'
  const session = await recordSession(tx, event.data.object, { ...sourceOf(event), hasFailed })
  if (session.isProductUnknown && !isRead) await enqueueFetch(tx, event)
  if (session.stripeSubscriptionId) await enqueueReread(tx, session.stripeSubscriptionId, 'settled')
  return { outcome: 'processed' }
}

/**
 * Records a session as it was told or read.
 * @param source `hasFailed` says that its delayed payment was refused, which the session itself does not
 * @throws UnexpectedShape
 */
export async function recordSession(
  tx: Tx,
  object: object,
  source: Source & { hasFailed: boolean },
): Promise<{ stripeSubscriptionId: string | null; isProductUnknown: boolean }> {
  const session = checkoutFrom(object)
  const isPaymentFailed = source.hasFailed && session.paymentStatus === 'unpaid'
  const { stripeCustomerId, orgId, isOrgCertain, stripeSubscriptionId } = session
  if (stripeCustomerId && orgId)
    await linkCustomer(tx, { stripeCustomerId, orgId, livemode: source.livemode, isCertain: isOrgCertain })
  await upsertCheckoutSession(tx, { ...session, isPaymentFailed })
  const isPurchase = session.mode === 'payment' && session.status === 'complete'
  const isProductKnown = !isPurchase || (await recordPurchase(tx, object, { ...source, isPaymentFailed }))
  return { stripeSubscriptionId, isProductUnknown: !isProductKnown }
}
