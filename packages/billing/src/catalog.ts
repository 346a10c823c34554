/** What a plan may do. Feature keys are what application code asks for. */
export type Feature = 'projects_unlimited' | 'api_access' | 'priority_support' | 'team_members' | 'audit_log'

export type PlanKey = 'free' | 'pro' | 'team'

export type BillingInterval = 'month' | 'year'

export type PlanPrice = {
  /** Stripe's `lookup_key`: a price is ours when its lookup_key is one of these, and the plan follows from it. */
  lookupKey: string
  interval: BillingInterval
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
}

const monthly = (lookupKey: string, amount: number): PlanPrice => ({
  lookupKey,
  interval: 'month',
  amount,
  currency: 'usd',
})
const yearly = (lookupKey: string, amount: number): PlanPrice => ({
  lookupKey,
  interval: 'year',
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
  },
  {
    key: 'pro',
    name: 'Pro',
    summary: 'For one person who ships.',
    isPerSeat: false,
    features: ['projects_unlimited', 'api_access'],
    prices: [monthly('pro_monthly', 1900), yearly('pro_yearly', 19000)],
  },
  {
    key: 'team',
    name: 'Team',
    summary: 'For people who ship together.',
    isPerSeat: true,
    features: ['projects_unlimited', 'api_access', 'priority_support', 'team_members', 'audit_log'],
    prices: [monthly('team_monthly', 1500), yearly('team_yearly', 15000)],
  },
]

/** The plan that a price's lookup_key stands for; undefined when the price is not ours. */
export function planOfLookupKey(lookupKey: string | null | undefined): Plan | undefined {
  return catalog.find((plan) => plan.prices.some((price) => price.lookupKey === lookupKey))
}

/** The id of the product that `setupCatalogue` makes for a plan. */
export function productIdOf(plan: Plan): string {
  return `paidup_${plan.key}`
}

/** The plan that a product of ours stands for; undefined when the product is not ours. */
export function planOfProduct(productId: string | null | undefined): Plan | undefined {
  return catalog.find((plan) => plan.prices.length > 0 && productIdOf(plan) === productId)
}

/** The price of a plan at an interval; undefined when the plan is not sold so. */
export function priceOf(plan: PlanKey, interval: BillingInterval): PlanPrice | undefined {
  return planByKey(plan)?.prices.find((price) => price.interval === interval)
}

/** The plan of that key; undefined for `unknown` and whatever else a row may hold. */
export function planByKey(key: string): Plan | undefined {
  return catalog.find((plan) => plan.key === key)
}
