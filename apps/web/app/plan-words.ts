import type { BillingInterval, Feature, Plan } from '@paidup/billing'

export type PlanPrice = Plan['prices'][number]

/** What a feature is called on a page. */
export const FEATURE_WORDS: Record<Feature, string> = {
  projects_unlimited: 'Unlimited projects',
  api_access: 'API access',
  priority_support: 'Priority support',
  team_members: 'Team members',
  audit_log: 'Audit log',
}

/** What stands beside a price. */
export function priceNote({ isPerSeat, prices }: Plan, interval: BillingInterval): string {
  if (prices.length === 0) return 'for good'
  return `${isPerSeat ? 'per seat ' : ''}per ${interval}`
}

/** Whole per cent that paying by the year saves at every plan, or null when it saves nothing at some. */
export function yearlySaving(plans: readonly Plan[]): number | null {
  const savings = plans.flatMap(({ prices }) => {
    const month = prices.find(({ interval }) => interval === 'month')
    const year = prices.find(({ interval }) => interval === 'year')
    return month && year ? [Math.floor(100 * (1 - year.amount / (12 * month.amount)))] : []
  })
  const least = Math.min(...savings)
  return Number.isFinite(least) && least > 0 ? least : null
}
