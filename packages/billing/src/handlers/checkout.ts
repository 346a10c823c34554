import type { Tx } from '@paidup/db'
import type Stripe from 'stripe'
import { checkoutFrom } from '../mapping.ts'
import type { Handled } from '../outcome.ts'
import { enqueueReread } from '../sql/enqueue-reread.ts'
import { linkCustomer } from '../sql/link-customer.ts'
import { upsertCheckoutSession } from '../sql/upsert-checkout-session.ts'

type CheckoutEvent = Extract<Stripe.Event, { type: `checkout.session.${string}` }>

/**
 * Records how far a checkout has come, links its customer to its org, and has its subscription read: the
 * shopper is waiting, and the subscription's own events may be late.
 */
export async function recordCheckout(tx: Tx, event: CheckoutEvent): Promise<Handled> {
  const session = checkoutFrom(event.data.object)
  await upsertCheckoutSession(tx, session)
  if (session.stripeCustomerId && session.orgId) {
    await linkCustomer(tx, {
      stripeCustomerId: session.stripeCustomerId,
      orgId: session.orgId,
      livemode: event.livemode,
    })
  }
  if (session.stripeSubscriptionId) await enqueueReread(tx, session.stripeSubscriptionId, 'settled')
  return { outcome: 'processed' }
}
