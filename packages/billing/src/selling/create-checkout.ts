import type { Db } from '@paidup/db'
import type Stripe from 'stripe'
import type { BillingInterval, ProductKey } from '../catalog/plans.ts'
import { planByKey, type Offer } from '../catalog/lookup.ts'
import type { Clock } from '../deps.ts'
import { createOnce } from '../stripe/create-once.ts'
import { metadataOfOrg, metadataOfSale } from '../mapping/metadata.ts'
import { countEndedCheckouts } from '../sql/count-ended-checkouts.ts'
import { withCustomer } from './with-customer.ts'
import { expireSessions, recordOpened, type InTheWay } from './open-checkouts.ts'
import { alreadySubscribed, refusalToSell } from './refusal-to-sell.ts'
import { offerAtStripe } from './offer-at-stripe.ts'
import { refuseTooFewSeats } from './seats-in-use.ts'

export type CheckoutDeps = { db: Db; stripe: Stripe; clock: Clock; livemode: boolean; appUrl: string }

/** What is bought, by whom. */
export type CheckoutOrder = {
  orgId: string
  userId: string
  email: string
  /** A plan, or a credit pack. */
  product: ProductKey
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
  order: CheckoutOrder,
): Promise<{ id: string; url: string }> {
  const wish = { orgId: order.orgId, product: order.product, livemode: deps.livemode, now: deps.clock.now() }
  const refusal = await refusalToSell(deps.db, wish)
  if (refusal) throw refusal
  await refuseTooFewSeats(deps.db, order)
  const offer = await offerAtStripe(deps.stripe, order.product, order.interval)
  const { customer, session } = await withCustomer(deps, order, async (customer) => ({
    customer,
    session: await createSession(deps, order, customer, offer),
  }))
  const inTheWay = await recordOpened(deps.db, customer, session, wish)
  if (planByKey(order.product)) await makeWay(deps, session.id, inTheWay)
  if (!session.url) throw new Error(`Checkout session ${session.id} has no URL`)
  return { id: session.id, url: session.url }
}

/** Leaves one checkout for a plan that can be paid. What was paid meanwhile wins: then it is none. */
async function makeWay(deps: CheckoutDeps, mine: string, { others, refusal }: InTheWay): Promise<void> {
  const refused = refusal ?? ((await expireSessions(deps, others)) ? alreadySubscribed() : null)
  if (!refused) return
  await expireSessions(deps, [mine])
  throw refused
}

async function createSession(
  deps: CheckoutDeps,
  { orgId, userId, product, quantity }: CheckoutOrder,
  customer: string,
  { priceId, price, isPerUnit }: Offer & { priceId: string },
): Promise<Stripe.Checkout.Session> {
  const ended = await countEndedCheckouts(deps.db, orgId)
  const count = isPerUnit ? quantity : 1
  const params: Stripe.Checkout.SessionCreateParams = {
    customer,
    client_reference_id: orgId,
    line_items: [{ price: priceId, quantity: count }],
    success_url: `${deps.appUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${deps.appUrl}/pricing`,
    metadata: metadataOfSale({ orgId, userId, product, quantity: count }),
    ...(price.interval === null
      ? { mode: 'payment', payment_intent_data: { metadata: metadataOfOrg(orgId) } }
      : { mode: 'subscription', subscription_data: { metadata: metadataOfOrg(orgId) } }),
  }
  return createOnce(`checkout:${ended}`, params, (final, options) =>
    deps.stripe.checkout.sessions.create(final, options),
  )
}
