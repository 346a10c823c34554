import type { BillingInterval, Feature, Plan, PlanKey } from '../catalog/plans.ts'
import { planByKey, rankOfPlan } from '../catalog/lookup.ts'
import type { EntitlementRow } from '../sql/parts/entitlement-row.ts'
import { graceEndOf } from './grace.ts'
import { meaningOf } from '../mapping/status.ts'

/** What an org may do now, and what it should know about it. */
export type Entitlement = {
  plan: PlanKey
  features: Feature[]
  /** People who may use it; 1 unless the plan is per seat. */
  seats: number
  /** The status of the subscription or purchase that grants the plan; null on the free plan. */
  status: string | null
  interval: BillingInterval | null
  /** When the paid period ends: the next renewal unless `endsAt` is set. */
  currentPeriodEnd: Date | null
  trialEnd: Date | null
  /** When access ends because a cancellation is scheduled, by either of Stripe's two fields. */
  endsAt: Date | null
  /** When access ends unless the overdue payment arrives; null unless it is overdue. */
  graceEndsAt: Date | null
  /**
   * A subscription that grants nothing now and is not over (overdue, unpaid, paused), or a purchase that is not paid
   * for yet; `disputed` while or since a bank has the money. Null beside one that grants.
   */
  lapsed: { plan: PlanKey; status: string } | null
}

/**
 * What the subscriptions and purchases of one org amount to. The best plan that grants access wins, at the same plan the one
 * with more seats; features are the union over all that grant. Without any, the org is on the free plan.
 */
export function currentEntitlementFrom(rows: readonly EntitlementRow[], now: Date): Entitlement {
  const granting = rows.filter((row) => grantsAccess(row, now))
  const best = bestOf(granting)
  const plan = best && planByKey(best.product)
  if (!best || !plan) return { ...FREE, lapsed: lapsedFrom(rows) }
  return {
    plan: plan.key,
    features: [...new Set(granting.flatMap((row) => planByKey(row.product)?.features ?? []))],
    seats: plan.isPerSeat ? best.quantity : 1,
    status: best.status,
    interval: best.interval === 'month' || best.interval === 'year' ? best.interval : null,
    currentPeriodEnd: best.currentPeriodEnd,
    trialEnd: best.trialEnd,
    endsAt: best.cancelAt ?? (best.cancelAtPeriodEnd ? best.currentPeriodEnd : null),
    graceEndsAt: best.status === 'past_due' ? graceEndOf(best) : null,
    lapsed: null,
  }
}

/**
 * Whether a subscription or a purchase grants its plan. An allow-list: `active`, `trialing`, and `past_due` for the
 * grace period, `paid` and `partially_refunded`; every other status, known or new, grants nothing. Nor does a plan
 * that is not in the catalogue. A dispute takes access while it is open, where the plan's policy says so, and for
 * good when it is lost.
 */
export function grantsAccess(row: EntitlementRow, now: Date): boolean {
  const plan = planByKey(row.product)
  if (!plan || isWithheld(row, plan)) return false
  if (meaningOf(row.status).grants) return true
  const graceEnd = row.status === 'past_due' ? graceEndOf(row) : null
  return graceEnd !== null && now < graceEnd
}

function isWithheld({ dispute }: EntitlementRow, plan: Plan): boolean {
  return dispute === 'lost' || (dispute === 'open' && plan.whileDisputed === 'suspend')
}

function lapsedFrom(rows: readonly EntitlementRow[]): Entitlement['lapsed'] {
  const lapsed = bestOf(rows.filter((row) => planByKey(row.product) && meaningOf(row.status).isHeld))
  const plan = lapsed && planByKey(lapsed.product)
  return plan ? { plan: plan.key, status: isWithheld(lapsed, plan) ? 'disputed' : lapsed.status } : null
}

function bestOf(rows: readonly EntitlementRow[]): EntitlementRow | undefined {
  return rows.reduce<EntitlementRow | undefined>(
    (top, row) => (top && ranks(top, row) ? top : row),
    undefined,
  )
}

/** Whether `a` counts before `b`. */
function ranks(a: EntitlementRow, b: EntitlementRow): boolean {
  const [rankOfA, rankOfB] = [rankOfPlan(a.product), rankOfPlan(b.product)]
  return rankOfA === rankOfB ? a.quantity >= b.quantity : rankOfA > rankOfB
}

const FREE: Entitlement = {
  plan: 'free',
  features: [],
  seats: 1,
  status: null,
  interval: null,
  currentPeriodEnd: null,
  trialEnd: null,
  endsAt: null,
  graceEndsAt: null,
  lapsed: null,
}
