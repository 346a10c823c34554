import { inTransaction, type Db } from '@paidup/db'
import Stripe from 'stripe'
import { planByKey, priceOf, type BillingInterval, type PlanKey } from './catalog.ts'
import { createOnce } from './idempotency.ts'
import { checkoutFrom } from './mapping.ts'
import { linkCustomer } from './sql/link-customer.ts'
import { lockCustomer } from './sql/lock-customer.ts'
import { selectHasSubscription } from './sql/select-has-subscription.ts'
import { selectOtherOpenCheckouts } from './sql/select-other-open-checkouts.ts'
import { upsertCheckoutSession } from './sql/upsert-checkout-session.ts'

export type CheckoutDeps = { db: Db; stripe: Stripe; livemode: boolean; appUrl: string }

export type CheckoutRequest = {
  orgId: string
  userId: string
  email: string
  plan: PlanKey
  interval: BillingInterval
  /** Seats; counts only for a plan that is sold per seat. */
  quantity: number
}

/** Why a checkout can't begin, with what to do about it. */
export class CheckoutRefused extends Error {
  override readonly name = 'CheckoutRefused'
  readonly reason: 'not_for_sale' | 'already_subscribed' | 'price_missing'

  constructor(reason: CheckoutRefused['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * Begins a checkout on Stripe's hosted page and remembers whose it is.
 *
 * An org has one customer, one checkout that can be paid, and one subscription. Asked twice for the same thing (a
 * double click) it gives the same session: the idempotency key stands for the org's next checkout and moves on when
 * one has ended. Asked for another thing it expires the session before. No lock is held while Stripe is asked.
 * @throws CheckoutRefused; Stripe's errors as they are.
 */
export async function createCheckout(
  deps: CheckoutDeps,
  request: CheckoutRequest,
): Promise<{ id: string; url: string }> {
  if (await selectHasSubscription(deps.db, request.orgId, deps.livemode)) throw alreadySubscribed()
  const price = await priceFor(deps.stripe, request.plan, request.interval)
  const customer = await customerOf(deps, request)
  const session = await createSession(deps, request, customer, price)
  await expireOthers(deps, await recordOpened(deps.db, request.orgId, customer, session), session.id)
  if (!session.url) throw new Error(`Checkout session ${session.id} has no URL`)
  return { id: session.id, url: session.url }
}

function alreadySubscribed(): CheckoutRefused {
  return new CheckoutRefused('already_subscribed', 'This organization has a subscription already.')
}

/** The id of the price at Stripe. */
async function priceFor(stripe: Stripe, plan: PlanKey, interval: BillingInterval): Promise<string> {
  const lookupKey = priceOf(plan, interval)?.lookupKey
  if (!lookupKey)
    throw new CheckoutRefused('not_for_sale', `The ${plan} plan is not sold by the ${interval}.`)
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
  const [price] = data
  if (price) return price.id
  throw new CheckoutRefused(
    'price_missing',
    `Stripe has no active price with the lookup key ${lookupKey}: run "pnpm paidup stripe:setup".`,
  )
}

/**
 * The org's customer at Stripe, made when there is none. It is created with the org alone: with anything that
 * differs between two members who ask at once, Stripe would make two.
 */
async function customerOf(deps: CheckoutDeps, { orgId, email }: CheckoutRequest): Promise<string> {
  const known = await deps.db.billingCustomer.findFirst({
    where: { orgId, livemode: deps.livemode },
    orderBy: { createdAt: 'asc' },
    select: { stripeCustomerId: true },
  })
  if (known) return known.stripeCustomerId
  const customer = await createOnce('customer', { metadata: { org_id: orgId } }, (params, options) =>
    deps.stripe.customers.create(params, options),
  )
  await deps.stripe.customers.update(customer.id, { email })
  await linkCustomer(deps.db, { stripeCustomerId: customer.id, orgId, livemode: deps.livemode })
  return customer.id
}

async function createSession(
  deps: CheckoutDeps,
  { orgId, userId, plan, quantity }: CheckoutRequest,
  customer: string,
  price: string,
): Promise<Stripe.Checkout.Session> {
  const ended = await deps.db.checkoutSession.count({ where: { orgId, status: { not: 'open' } } })
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    customer,
    client_reference_id: orgId,
    line_items: [{ price, quantity: planByKey(plan)?.isPerSeat ? quantity : 1 }],
    metadata: { org_id: orgId, user_id: userId, plan },
    subscription_data: { metadata: { org_id: orgId } },
    success_url: `${deps.appUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${deps.appUrl}/pricing`,
  }
  return createOnce(`checkout:${ended}`, params, (final, options) =>
    deps.stripe.checkout.sessions.create(final, options),
  )
}

/**
 * Remembers a session and tells which others of the org are open. Under the customer's lock, so that of two that
 * begin at once the later sees the earlier.
 */
function recordOpened(
  db: Db,
  orgId: string,
  customer: string,
  session: Stripe.Checkout.Session,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await lockCustomer(tx, customer)
    await upsertCheckoutSession(tx, checkoutFrom(session))
    return selectOtherOpenCheckouts(tx, orgId, session.id)
  })
}

/**
 * Expires what else could be paid. One that was paid in this very moment wins: the new one is expired instead.
 * What Stripe answers is recorded at once, or the next checkout would be given the address of an expired one.
 */
async function expireOthers(deps: CheckoutDeps, others: string[], mine: string): Promise<void> {
  for (const other of others) {
    const ended = await expire(deps.stripe, other)
    if (ended?.status === 'open')
      throw new Error(`Checkout session ${other} is open and could not be expired`)
    if (ended?.status === 'expired') await upsertCheckoutSession(deps.db, checkoutFrom(ended))
    if (ended?.status !== 'complete') continue
    const unwanted = await expire(deps.stripe, mine)
    if (unwanted) await upsertCheckoutSession(deps.db, checkoutFrom(unwanted))
    throw alreadySubscribed()
  }
}

/** Expires a session if it is still open, and gives it as it then is; null when Stripe has no such session. */
async function expire(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe.checkout.sessions.expire(id)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return error.code === 'resource_missing' ? null : stripe.checkout.sessions.retrieve(id)
  }
}
