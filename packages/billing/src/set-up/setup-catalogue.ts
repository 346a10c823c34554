import type Stripe from 'stripe'
import { catalog, creditPacks, type PlanPrice } from '../catalog/plans.ts'
import { isSold, productIdOf } from '../catalog/lookup.ts'

type Product = { key: string; name: string; summary: string; prices: readonly PlanPrice[] }

/**
 * Creates the products and prices of the catalogue that Stripe does not have yet. Runs any number of times: a
 * product is known by its id, `paidup_<key>`, a price by its lookup key.
 * @returns the lookup keys that were created.
 */
export async function setupCatalogue(stripe: Stripe): Promise<string[]> {
  const created: string[] = []
  for (const product of productsForSale()) {
    const lookupKeys = product.prices.map((price) => price.lookupKey)
    const { data: existing } = await stripe.prices.list({ lookup_keys: lookupKeys, active: true })
    const missing = product.prices.filter(
      (price) => !existing.some((one) => one.lookup_key === price.lookupKey),
    )
    if (missing.length === 0) continue
    const productId = await ensureProduct(stripe, product)
    for (const price of missing) {
      await stripe.prices.create(priceParams(productId, price))
      created.push(price.lookupKey)
    }
  }
  return created
}

function productsForSale(): Product[] {
  const packs = creditPacks.map((pack) => ({ ...pack, prices: [pack.price] }))
  return [...catalog.filter(isSold), ...packs]
}

async function ensureProduct(stripe: Stripe, { key, name, summary }: Product): Promise<string> {
  const id = productIdOf({ key })
  const {
    data: [existing],
  } = await stripe.products.list({ ids: [id] })
  const product = existing ?? (await stripe.products.create({ id, name, description: summary }))
  return product.id
}

function priceParams(product: string, price: PlanPrice): Stripe.PriceCreateParams {
  return {
    product,
    lookup_key: price.lookupKey,
    unit_amount: price.amount,
    currency: price.currency,
    ...(price.interval && { recurring: { interval: price.interval } }),
  }
}
