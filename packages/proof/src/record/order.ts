import type Stripe from 'stripe'

/** What a shop writes into the checkout session of an order. */
export async function orderOf(
  stripe: Stripe,
  customer: string,
  orgId: string,
  plan: string,
  lookupKey: string,
  quantity: number,
) {
  return {
    customer,
    client_reference_id: orgId,
    line_items: [{ price: await priceOf(stripe, lookupKey), quantity }],
    success_url: 'http://localhost:3000/success?session_id={CHECKOUT_SESSION_ID}',
    metadata: { org_id: orgId, user_id: 'user_of_lives', plan, quantity: String(quantity) },
  }
}

/** The id of the price that has this lookup key now. */
export async function priceOf(stripe: Stripe, lookupKey: string): Promise<string> {
  const [price] = (await stripe.prices.list({ lookup_keys: [lookupKey] })).data
  return price?.id ?? ''
}
