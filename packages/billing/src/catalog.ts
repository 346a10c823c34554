/** What a plan may do. Feature keys are what application code asks for. */
export type Feature = 'projects_unlimited' | 'api_access' | 'priority_support' | 'team_members' | 'audit_log'

export type PlanKey = 'free' | 'pro' | 'lifetime' | 'team'

export type BillingInterval = 'month' | 'year'

export type PlanPrice = {
  /** Stripe's `lookup_key`: a price is ours when its lookup_key is one of these, and the plan follows from it. */
  lookupKey: string
  /** How often it is paid; null for a price that is paid once. */
  interval: BillingInterval | null
  /** Minor units of `currency`, per seat where the plan is per seat. */
  amount: number
  currency: string
}

export type Plan = {
  key: PlanKey
  name: string
  summary: string
  isPerSeat: boolean
  features: readonly Feature[]
  prices: readonly PlanPrice[]
  /** Credits for each month that is paid for, per seat where the plan is per seat. */
  creditsPerMonth: number
  /**
   * The dispute policy: whether access stays while the bank of a customer who disputes a payment decides. What is
   * won brings it back, what is lost ends it, whatever is chosen here.
   */
  whileDisputed: 'suspend' | 'keep'
}

/** Credits that are bought at once. */
export type CreditPack = {
  key: 'credits_100'
  name: string
  summary: string
  credits: number
  price: PlanPrice
}

/** What can be bought. */
export type ProductKey = Exclude<PlanKey, 'free'> | CreditPack['key']

const usd = (lookupKey: string, interval: PlanPrice['interval'], amount: number): PlanPrice => ({
  lookupKey,
  interval,
  amount,
  currency: 'usd',
})

/** The plans, from the least to the most: where an org has several, the later one counts. */
export const catalog: readonly Plan[] = [
  {
    key: 'free',
    name: 'Free',
    summary: 'For trying things out.',
    isPerSeat: false,
    features: [],
    prices: [],
    creditsPerMonth: 0,
    whileDisputed: 'suspend',
  },
  {
    key: 'pro',
    name: 'Pro',
    summary: 'For one person who ships.',
    isPerSeat: false,
    features: ['projects_unlimited', 'api_access'],
    prices: [usd('pro_monthly', 'month', 1900), usd('pro_yearly', 'year', 19000)],
    creditsPerMonth: 100,
    whileDisputed: 'suspend',
  },
  {
    key: 'lifetime',
    name: 'Lifetime',
    summary: 'All of Pro, paid for once.',
    isPerSeat: false,
    features: ['projects_unlimited', 'api_access'],
    prices: [usd('lifetime', null, 29900)],
    creditsPerMonth: 0,
    whileDisputed: 'suspend',
  },
  {
    key: 'team',
    name: 'Team',
    summary: 'For people who ship together.',
    isPerSeat: true,
    features: ['projects_unlimited', 'api_access', 'priority_support', 'team_members', 'audit_log'],
    prices: [usd('team_monthly', 'month', 1500), usd('team_yearly', 'year', 15000)],
    creditsPerMonth: 50,
    whileDisputed: 'keep',
  },
]

export const creditPacks: readonly CreditPack[] = [
  {
    key: 'credits_100',
    name: '100 credits',
    summary: 'For more than the plan brings.',
    credits: 100,
    price: usd('credits_100', null, 900),
  },
]

/** The credit pack of that key; undefined when it is none. */
export function creditPackByKey(key: string): CreditPack | undefined {
  return creditPacks.find((pack) => pack.key === key)
}

/** The key, where it is one of what can be bought. */
export function productByKey(key: string | undefined): ProductKey | undefined {
  const plan = planByKey(key ?? '')
  return plan && plan.key !== 'free' ? plan.key : creditPackByKey(key ?? '')?.key
}

/** What a one-time price's lookup_key stands for; undefined when it is not ours. */
export function productOfLookupKey(lookupKey: string | null | undefined): ProductKey | undefined {
  const plan = planOfLookupKey(lookupKey)
  if (plan && plan.key !== 'free') return plan.key
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
  return catalog.find((plan) => plan.prices.length > 0 && productIdOf(plan) === productId)
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
