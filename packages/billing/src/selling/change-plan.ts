import type { Db } from '@paidup/db'
import type Stripe from 'stripe'
import type { BillingInterval, SubscriptionKey } from '../catalog/plans.ts'
import { planOfPrice } from '../catalog/lookup.ts'
import { paidKeyOf } from '../mapping/business-key.ts'
import { meaningOf } from '../mapping/status.ts'
import { selectChangeableSubscription } from '../sql/select-changeable-subscription.ts'
import { offerAtStripe } from './offer-at-stripe.ts'
import { CheckoutRefused } from './checkout-refused.ts'
import { refuseTooFewSeats } from './seats-in-use.ts'

export type ChangeDeps = { db: Db; stripe: Stripe; livemode: boolean }

export type PlanChange = {
  orgId: string
  plan: SubscriptionKey
  interval: BillingInterval
  /** Seats; counts only for a plan that is sold per seat. */
  quantity: number
}

/**
 * What became of a change. `awaiting_payment`: it takes effect when the invoice is paid, on Stripe's page that
 * `invoiceUrl` names. `paymentKey` is the `businessKey` of the line of the payment history that will tell what it cost;
 * null where nothing was paid.
 */
export type ChangeResult =
  | { state: 'unchanged' }
  | { state: 'changed'; paymentKey: string | null }
  | { state: 'awaiting_payment'; invoiceUrl: string | null }

/**
 * Changes the plan, interval or seats of an org's subscription: its one item is updated, no second subscription is
 * made. What it costs is invoiced at once, and where that can't be paid Stripe holds the change as a `pending_update`
 * (docs.stripe.com/billing/subscriptions/pending-updates): nobody has a plan before it is paid for. Our row follows
 * by Stripe's event.
 * @throws CheckoutRefused; Stripe's errors as they are.
 */
export async function changePlan(deps: ChangeDeps, change: PlanChange): Promise<ChangeResult> {
  const { stripe } = deps
  const id = await subscriptionToChange(deps, change.orgId)
  const { priceId, isPerUnit } = await offerAtStripe(stripe, change.plan, change.interval)
  const quantity = isPerUnit ? change.quantity : 1
  const item = itemOfOurs(await stripe.subscriptions.retrieve(id))
  if (item.price.id === priceId && item.quantity === quantity) return { state: 'unchanged' }
  await refuseTooFewSeats(deps.db, { ...change, product: change.plan })
  const changed = await stripe.subscriptions.update(id, {
    items: [{ id: item.id, price: priceId, quantity }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
    expand: ['latest_invoice'],
  })
  const invoice = typeof changed.latest_invoice === 'object' ? changed.latest_invoice : null
  if (changed.pending_update)
    return { state: 'awaiting_payment', invoiceUrl: invoice?.hosted_invoice_url ?? null }
  const isPaid = invoice?.status === 'paid'
  return { state: 'changed', paymentKey: isPaid ? paidKeyOf({ stripeInvoiceId: invoice.id }) : null }
}

async function subscriptionToChange({ db, livemode }: ChangeDeps, orgId: string): Promise<string> {
  const found = await selectChangeableSubscription(db, orgId, livemode)
  if (!found) throw new CheckoutRefused('no_subscription', 'This organization has no subscription to change.')
  if (meaningOf(found.status).grants) return found.stripeSubscriptionId
  throw new CheckoutRefused(
    'payment_overdue',
    `The subscription is ${found.status.replaceAll('_', ' ')}: settle the open invoice first, then change the plan.`,
  )
}

/** The item that the plan hangs on; something else may be billed beside it. */
function itemOfOurs(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const { data } = subscription.items
  const item = data.find(({ price }) => {
    const product = typeof price.product === 'string' ? price.product : price.product.id
    return planOfPrice({ lookup_key: price.lookup_key, product })
  })
  if (!item) throw new Error(`No item of subscription ${subscription.id} is one of the catalogue's`)
  return item
}
