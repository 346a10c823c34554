import type { Entitlement, Plan } from '@paidup/billing'
import type { PlanPrice } from './plan-words.ts'

/** What a signed-in viewer has, as the pricing page needs it; null when signed out. */
export type Holding = Pick<Entitlement, 'plan' | 'lapsed'> | null

/** `billing`: there is a subscription already, and it is looked after on the billing page. */
type PlanOffer = 'current' | 'included' | 'billing' | 'sign_up' | 'checkout'

/**
 * What the viewer can do about a plan. Nobody who has a subscription is offered a checkout, nor is one whose
 * subscription has lapsed: it is not over, and a second one would charge twice.
 */
export function planOffer(plan: Plan, price: PlanPrice | undefined, holding: Holding): PlanOffer {
  if (holding?.plan === plan.key) return 'current'
  if (holding && (holding.plan !== 'free' || holding.lapsed)) return price ? 'billing' : 'included'
  return price ? 'checkout' : 'sign_up'
}
