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
