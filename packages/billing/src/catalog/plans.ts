/** Something that is paid for. */
type PriceOf<Interval> = {
  /** Stripe's `lookup_key`: a price is ours when its lookup_key is one of these, and the plan follows from it. */
  lookupKey: string
  /** How often it is paid; null for a price that is paid once. */
  interval: Interval | null
  /** Minor units of `currency`, per seat where the plan is per seat. */
  amount: number
  currency: string
}

type PlanOf<Key, Feature, Interval> = {
  key: Key
  name: string
  summary: string
  isPerSeat: boolean
  features: readonly Feature[]
  prices: readonly PriceOf<Interval>[]
  /** Credits for each month that is paid for, per seat where the plan is per seat. */
  creditsPerMonth: number
  /**
   * The dispute policy: whether access stays while the bank of a customer who disputes a payment decides. What is
   * won brings it back, what is lost ends it, whatever is chosen here.
   */
  whileDisputed: 'suspend' | 'keep'
}

/** Credits that are bought at once. */
type PackOf<Key> = {
  key: Key
  name: string
  summary: string
  credits: number
  price: PriceOf<never>
}

const usd = <const Interval extends 'month' | 'year' | null>(
  lookupKey: string,
  interval: Interval,
  amount: number,
) => ({ lookupKey, interval, amount, currency: 'usd' })

/**
 * The plans, from the least to the most: where an org has several, the later one counts. Keys, features and intervals
 * are told here alone: every type and every check of what is sold is made from these two lists.
 */
const plans = [
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
    summary: 'Every feature of Pro, paid for once.',
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
] as const satisfies readonly PlanOf<string, string, 'month' | 'year'>[]

const packs = [
  {
    key: 'credits_100',
    name: '100 credits',
    summary: 'For more than the plan brings.',
    credits: 100,
    price: usd('credits_100', null, 900),
  },
] as const satisfies readonly PackOf<string>[]

type AnyPlan = (typeof plans)[number]
type AnyPrice = AnyPlan['prices'][number]

/** The keys of the plans that have such a price. */
type KeyOfPriced<P, Price> = P extends { key: infer Key; prices: readonly (infer Each)[] }
  ? [Extract<Each, Price>] extends [never]
    ? never
    : Key
  : never

export type PlanKey = AnyPlan['key']

/** What a plan may do. Feature keys are what application code asks for. */
export type Feature = AnyPlan['features'][number]

export type BillingInterval = NonNullable<AnyPrice['interval']>

/** The plans that are subscribed to, between which a subscription can be changed. */
export type SubscriptionKey = KeyOfPriced<AnyPlan, { interval: BillingInterval }>

/** The plans that are sold, by subscription or at once. */
export type SoldPlanKey = KeyOfPriced<AnyPlan, AnyPrice>

export type PackKey = (typeof packs)[number]['key']

/** What can be bought. */
export type ProductKey = SoldPlanKey | PackKey

export type PlanPrice = PriceOf<BillingInterval>
export type Plan = PlanOf<PlanKey, Feature, BillingInterval>
export type CreditPack = PackOf<PackKey>

export const catalog: readonly Plan[] = plans
export const creditPacks: readonly CreditPack[] = packs
