import {
  catalog,
  creditPacks,
  type BillingInterval,
  type CreditPack,
  type Plan,
  type PlanPrice,
  type ProductKey,
  type SoldPlanKey,
  type SubscriptionKey,
} from './plans.ts'

/** Whether a plan is sold; one without a price comes by itself. */
export function isSold(plan: Plan): plan is Plan & { key: SoldPlanKey } {
  return plan.prices.length > 0
}

/** Whether a plan is subscribed to, and not, or not only, bought at once. */
export function isSubscribed(plan: Plan): plan is Plan & { key: SubscriptionKey } {
  return plan.prices.some(({ interval }) => interval !== null)
}

/** The credit pack of that key; undefined when it is none. */
export function creditPackByKey(key: string): CreditPack | undefined {
  return creditPacks.find((pack) => pack.key === key)
}

/** The key, where it is one of what can be bought. */
export function productByKey(key: string | undefined): ProductKey | undefined {
  const plan = planByKey(key ?? '')
  return plan && isSold(plan) ? plan.key : creditPackByKey(key ?? '')?.key
}

/** What a one-time price's lookup_key stands for; undefined when it is not ours. */
export function productOfLookupKey(lookupKey: string | null | undefined): ProductKey | undefined {
  const plan = planOfLookupKey(lookupKey)
  if (plan && isSold(plan)) return plan.key
  return creditPacks.find((pack) => pack.price.lookupKey === lookupKey)?.key
}

/** The plan that a price's lookup_key stands for; undefined when the price is not ours. */
function planOfLookupKey(lookupKey: string | null | undefined): Plan | undefined {
  return catalog.find((plan) => plan.prices.some((price) => price.lookupKey === lookupKey))
}

/** The id of the product that `setupCatalogue` makes for a plan or a credit pack. */
export function productIdOf(product: { key: string }): string {
  return `paidup_${product.key}`
}

/** The plan that a product of ours stands for; undefined when the product is not ours. */
export function planOfProduct(productId: string | null | undefined): Plan | undefined {
  return catalog.find((plan) => isSold(plan) && productIdOf(plan) === productId)
}

/**
 * The plan of a price: by its lookup key, or by its product where that is one of ours. The key moves on to another
 * price when the amount changes (`transfer_lookup_key`), while subscribers stay on the price that has lost it.
 */
export function planOfPrice(price: {
  lookup_key?: string | null | undefined
  product?: string | null | undefined
}): Plan | undefined {
  return planOfLookupKey(price.lookup_key) ?? planOfProduct(price.product)
}

/** Where a plan stands among the others, from the least to the most; -1 for what is no plan. */
export function rankOfPlan(key: string): number {
  return catalog.findIndex((plan) => plan.key === key)
}

/** What a customer can be offered: a price, and whether its quantity means something (seats, packs). */
export type Offer = { price: PlanPrice; isPerUnit: boolean }

/** How a plan or a credit pack is sold at an interval, or once; undefined when it is not sold so. */
export function offerOf(product: ProductKey, interval: BillingInterval | null): Offer | undefined {
  const pack = creditPackByKey(product)
  if (pack) return interval === null ? { price: pack.price, isPerUnit: true } : undefined
  const plan = planByKey(product)
  const price = plan?.prices.find((one) => one.interval === interval)
  return plan && price && { price, isPerUnit: plan.isPerSeat }
}

/** The plan of that key; undefined for `unknown` and whatever else a row may hold. */
export function planByKey(key: string): Plan | undefined {
  return catalog.find((plan) => plan.key === key)
}
