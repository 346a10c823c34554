import type { BillingInterval, Feature, Plan } from '@paidup/billing/catalog'

export type PlanPrice = Plan['prices'][number]

/** What a feature is called on a page. */
export const FEATURE_WORDS: Record<Feature, string> = {
  projects_unlimited: 'Unlimited projects',
  api_access: 'API access',
  priority_support: 'Priority support',
  team_members: 'Team members',
  audit_log: 'Audit log',
}

/** Whether a plan is bought once and for all. */
export function isPaidOnce({ prices }: Plan): boolean {
  return prices.some(({ interval }) => interval === null)
}

/** What a plan costs where an interval is looked at: its price for that interval, or the one that is paid once. */
export function priceAt({ prices }: Plan, interval: BillingInterval): PlanPrice | undefined {
  return (
    prices.find((price) => price.interval === interval) ?? prices.find((price) => price.interval === null)
  )
}

/** What stands beside a price; `price` is undefined where nothing is to be paid. */
export function priceNote({ isPerSeat }: Plan, price: PlanPrice | undefined): string {
  if (!price) return 'for good'
  return price.interval ? `${isPerSeat ? 'per seat ' : ''}per ${price.interval}` : 'once'
}

/** What a plan brings in credits; null when it brings none. */
export function creditsNote({ creditsPerMonth, isPerSeat }: Plan): string | null {
  if (creditsPerMonth === 0) return null
  return `${creditsPerMonth} credits ${isPerSeat ? 'per seat ' : ''}for each month paid`
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
