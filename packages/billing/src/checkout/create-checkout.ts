import type { Db } from '@paidup/db'
import type Stripe from 'stripe'
import { catalog, planByKey, type BillingInterval, type Offer, type ProductKey } from '../catalog.ts'
import type { Clock } from '../deps.ts'
import { grantsAccess } from '../entitlement.ts'
import { createOnce } from '../idempotency.ts'
import { selectHasSubscription } from '../sql/select-has-subscription.ts'
import { selectOrgEntitlements } from '../sql/select-org-entitlements.ts'
import { withCustomer } from './customer.ts'
import { expireOthers, recordOpened } from './open-checkouts.ts'
import { offerAtStripe } from './price.ts'
import { CheckoutRefused } from './refused.ts'

export type CheckoutDeps = { db: Db; stripe: Stripe; clock: Clock; livemode: boolean; appUrl: string }

export type CheckoutRequest = {
  orgId: string
  userId: string
  email: string
  /** What is bought: a plan, or a credit pack. */
  plan: ProductKey
  /** Null for what is paid once. */
  interval: BillingInterval | null
  /** Seats of a plan that is sold per seat, or how many credit packs. */
  quantity: number
}

/**
 * Begins a checkout on Stripe's hosted page and remembers whose it is.
 *
 * An org has one customer, one checkout for a plan that can be paid, and one subscription. Asked twice for the same
 * thing (a double click) it gives the same session: the idempotency key stands for the org's next checkout and moves
 * on when one has ended. Asked for another plan it expires the session before. No lock is held while Stripe is asked.
 * @throws CheckoutRefused; Stripe's errors as they are.
 */
export async function createCheckout(
  deps: CheckoutDeps,
  request: CheckoutRequest,
): Promise<{ id: string; url: string }> {
  await refuseWhatIsOwned(deps, request)
  const offer = await offerAtStripe(deps.stripe, request.plan, request.interval)
  const { customer, session } = await withCustomer(deps, request, async (customer) => ({
    customer,
    session: await createSession(deps, request, customer, offer),
  }))
  const others = await recordOpened(deps.db, request.orgId, customer, session)
  // Of credit packs anyone may buy several at once.
  const isOnlyOne = planByKey(request.plan) !== undefined
  if (isOnlyOne && !(await expireOthers(deps, others, session.id))) throw alreadyOwned(request)
  if (!session.url) throw new Error(`Checkout session ${session.id} has no URL`)
  return { id: session.id, url: session.url }
}

/** Nobody pays twice: not for a second subscription, and not for a plan that was bought once, or a lesser one. */
async function refuseWhatIsOwned(
  { db, clock, livemode }: CheckoutDeps,
  { orgId, plan, interval }: CheckoutRequest,
): Promise<void> {
  if (!planByKey(plan)) return
  if (interval !== null && (await selectHasSubscription(db, orgId, livemode)))
    throw alreadyOwned({ plan, interval })
  const rows = await selectOrgEntitlements(db, orgId, livemode)
  const bought = rows.filter(
    (row) =>
      row.stripeSubscriptionId === null && (row.status === 'pending' || grantsAccess(row, clock.now())),
  )
  if (bought.some((row) => rankOf(row.plan) >= rankOf(plan))) throw alreadyOwned({ plan, interval: null })
}

function rankOf(plan: string): number {
  return catalog.findIndex((one) => one.key === plan)
}

function alreadyOwned({ plan, interval }: Pick<CheckoutRequest, 'plan' | 'interval'>): CheckoutRefused {
  if (interval !== null)
    return new CheckoutRefused('already_subscribed', 'This organization has a subscription already.')
  const name = planByKey(plan)?.name ?? plan
  return new CheckoutRefused(
    'already_owned',
    `This organization has bought ${name} or more already, or waits for the payment of it.`,
  )
}

async function createSession(
  deps: CheckoutDeps,
  { orgId, userId, plan, quantity }: CheckoutRequest,
  customer: string,
  { priceId, price, isPerUnit }: Offer & { priceId: string },
): Promise<Stripe.Checkout.Session> {
  const ended = await deps.db.checkoutSession.count({ where: { orgId, status: { not: 'open' } } })
  const count = isPerUnit ? quantity : 1
  const params: Stripe.Checkout.SessionCreateParams = {
    customer,
    client_reference_id: orgId,
    line_items: [{ price: priceId, quantity: count }],
    success_url: `${deps.appUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${deps.appUrl}/pricing`,
    metadata: { org_id: orgId, user_id: userId, plan, quantity: String(count) },
    ...(price.interval === null
      ? { mode: 'payment', payment_intent_data: { metadata: { org_id: orgId } } }
      : { mode: 'subscription', subscription_data: { metadata: { org_id: orgId } } }),
  }
  return createOnce(`checkout:${ended}`, params, (final, options) =>
    deps.stripe.checkout.sessions.create(final, options),
  )
}
