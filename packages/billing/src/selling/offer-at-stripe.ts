import type Stripe from 'stripe'
import type { BillingInterval, ProductKey } from '../catalog/plans.ts'
import { offerOf, type Offer } from '../catalog/lookup.ts'
import { CheckoutRefused } from './checkout-refused.ts'

/**
 * What is sold under a product key, with the id of its price at Stripe.
 * @throws CheckoutRefused `not_for_sale`, `price_missing`
 */
export async function offerAtStripe(
  stripe: Stripe,
  product: ProductKey,
  interval: BillingInterval | null,
): Promise<Offer & { priceId: string }> {
  const offer = offerOf(product, interval)
  if (!offer) {
    const how = interval === null ? 'once, without an interval' : `by the ${interval}`
    throw new CheckoutRefused('not_for_sale', `${product} is not sold ${how}.`)
  }
  const { lookupKey } = offer.price
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
  const [price] = data
  if (price) return { ...offer, priceId: price.id }
  throw new CheckoutRefused(
    'price_missing',
    `Stripe has no active price with the lookup key ${lookupKey}: run "pnpm paidup stripe:setup".`,
  )
}
