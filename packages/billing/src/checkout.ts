import { createHash } from 'node:crypto'
import type { Db } from '@paidup/db'
import type Stripe from 'stripe'
import { priceOf, type BillingInterval, type PlanKey } from './catalog.ts'
import type { Clock } from './deps.ts'
import { checkoutFrom } from './mapping.ts'
import { currentEntitlement } from './read-model.ts'
import { linkCustomer } from './sql/link-customer.ts'
import { upsertCheckoutSession } from './sql/upsert-checkout-session.ts'

export type CheckoutDeps = { db: Db; stripe: Stripe; clock: Clock; livemode: boolean; appUrl: string }

export type CheckoutRequest = {
  orgId: string
  userId: string
  email: string
  plan: PlanKey
  interval: BillingInterval
  /** Seats; 1 unless the plan is per seat. */
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
 * Asked twice for the same thing (a double click, a second tab) it gives the same session: the idempotency key
 * stands for the org's next checkout, and only moves on when one has ended. So there is one customer and one
 * subscription, without a lock held while Stripe is asked.
 * @throws CheckoutRefused; Stripe's errors as they are.
 */
export async function createCheckout(
  deps: CheckoutDeps,
  request: CheckoutRequest,
): Promise<{ id: string; url: string }> {
  const price = priceOf(request.plan, request.interval)
  if (!price)
    throw new CheckoutRefused(
      'not_for_sale',
      `The ${request.plan} plan is not sold by the ${request.interval}.`,
    )
  const current = await currentEntitlement(deps, request.orgId)
  if (current.plan !== 'free') {
    throw new CheckoutRefused('already_subscribed', `This organization already has the ${current.plan} plan.`)
  }
  const {
    data: [stripePrice],
  } = await deps.stripe.prices.list({ lookup_keys: [price.lookupKey], active: true, limit: 1 })
  if (!stripePrice) {
    throw new CheckoutRefused(
      'price_missing',
      `Stripe has no active price with the lookup key ${price.lookupKey}: run "pnpm paidup stripe:setup".`,
    )
  }
  const customer = await customerOf(deps, request)
  const session = await createSession(deps, request, customer, stripePrice.id)
  await upsertCheckoutSession(deps.db, checkoutFrom(session))
  if (!session.url) throw new Error(`Checkout session ${session.id} has no URL`)
  return { id: session.id, url: session.url }
}

/** The org's customer at Stripe, made when there is none. The key makes two callers at once get the same one. */
async function customerOf(deps: CheckoutDeps, { orgId, email }: CheckoutRequest): Promise<string> {
  const known = await deps.db.billingCustomer.findFirst({
    where: { orgId, livemode: deps.livemode },
    orderBy: { createdAt: 'asc' },
    select: { stripeCustomerId: true },
  })
  if (known) return known.stripeCustomerId
  const params: Stripe.CustomerCreateParams = { email, metadata: { org_id: orgId } }
  const customer = await deps.stripe.customers.create(params, {
    idempotencyKey: keyOf('customer', orgId, params),
  })
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
    line_items: [{ price, quantity }],
    metadata: { org_id: orgId, user_id: userId, plan },
    subscription_data: { metadata: { org_id: orgId } },
    success_url: `${deps.appUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${deps.appUrl}/pricing`,
  }
  return deps.stripe.checkout.sessions.create(params, {
    idempotencyKey: keyOf('checkout', `${orgId}:${ended}`, params),
  })
}

/** A key that is the same for the same request only: Stripe refuses a key that comes with other parameters. */
function keyOf(purpose: string, subject: string, params: object): string {
  const digest = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 24)
  return `paidup:${purpose}:${subject}:${digest}`
}
