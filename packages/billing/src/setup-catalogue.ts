import type Stripe from 'stripe'
import { catalog, productIdOf, type Plan, type PlanPrice } from './catalog.ts'

/**
 * Creates the products and prices of the catalogue that Stripe does not have yet. Runs any number of times: a
 * product is known by its id, `paidup_<plan>`, a price by its lookup key.
 * @returns the lookup keys that were created.
 */
export async function setupCatalogue(stripe: Stripe): Promise<string[]> {
  const created: string[] = []
  for (const plan of catalog.filter((one) => one.prices.length > 0)) {
    const lookupKeys = plan.prices.map((price) => price.lookupKey)
    const { data: existing } = await stripe.prices.list({ lookup_keys: lookupKeys, active: true })
    const missing = plan.prices.filter((price) => !existing.some((one) => one.lookup_key === price.lookupKey))
    if (missing.length === 0) continue
    const product = await ensureProduct(stripe, plan)
    for (const price of missing) {
      await stripe.prices.create(priceParams(product, price))
      created.push(price.lookupKey)
    }
  }
  return created
}

async function ensureProduct(stripe: Stripe, plan: Plan): Promise<string> {
  const id = productIdOf(plan)
  const {
    data: [existing],
  } = await stripe.products.list({ ids: [id] })
  const product =
    existing ?? (await stripe.products.create({ id, name: plan.name, description: plan.summary }))
  return product.id
}

function priceParams(product: string, price: PlanPrice): Stripe.PriceCreateParams {
  return {
    product,
    lookup_key: price.lookupKey,
    unit_amount: price.amount,
    currency: price.currency,
    recurring: { interval: price.interval },
  }
}
