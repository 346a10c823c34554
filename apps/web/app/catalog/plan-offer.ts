import type { Entitlement } from '@paidup/billing'
import type { Plan } from '@paidup/billing/catalog'
import type { PlanPrice } from './plan-words.ts'

/** What a signed-in viewer has, as the pricing page needs it; null when signed out. */
export type Holding =
  | (Pick<Entitlement, 'plan' | 'features' | 'interval' | 'lapsed'> & {
      /** Whether the viewer may buy for the organization. */
      mayBuy: boolean
    })
  | null

/**
 * `billing`: there is a subscription already, and it is changed and looked after on the billing page. `afterwards`:
 * to be had once the subscription has ended. `ask`: others of the organization can get it.
 */
type PlanOffer = 'current' | 'included' | 'billing' | 'afterwards' | 'sign_up' | 'checkout' | 'ask'

/**
 * What the viewer can do about a plan. Nobody who has a subscription is offered a checkout, nor is one whose
 * subscription has lapsed: it is not over, and a second one would charge twice. So would a plan that is paid once,
 * beside it. Who has bought such a plan can still subscribe to one with more.
 */
export function planOffer(plan: Plan, price: PlanPrice | undefined, holding: Holding): PlanOffer {
  const offer = offerToBuyer(plan, price, holding)
  const isToBuy = offer === 'checkout' || offer === 'billing' || offer === 'afterwards'
  return isToBuy && holding && !holding.mayBuy ? 'ask' : offer
}

function offerToBuyer(plan: Plan, price: PlanPrice | undefined, holding: Holding): PlanOffer {
  if (holding?.plan === plan.key) return 'current'
  if (!holding || (holding.plan === 'free' && !holding.lapsed)) return price ? 'checkout' : 'sign_up'
  if (!price) return 'included'
  if (holding.lapsed) return 'billing'
  if (holding.interval) return price.interval ? 'billing' : 'afterwards'
  return plan.features.every((feature) => holding.features.includes(feature)) ? 'included' : 'checkout'
}
