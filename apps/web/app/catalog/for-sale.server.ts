import {
  catalog,
  creditPacks,
  isSold,
  isSubscribed,
  type Plan,
  type ProductKey,
} from '@paidup/billing/catalog'
import { isPaidOnce } from './plan-words.ts'

/** Something that is sold, and how. */
export type ForSale = {
  key: ProductKey
  /** As the catalogue calls it. */
  name: string
  /** `lifetime` stands for any plan that is paid once. */
  kind: 'subscription' | 'lifetime' | 'credits'
  /** Whether it is sold by the number: seats, or packs. */
  isCounted: boolean
}

/** All that is sold, as the catalogue has it. */
export const forSale: readonly ForSale[] = [
  ...catalog
    .filter(isSold)
    .map((plan) => ({ key: plan.key, name: plan.name, kind: kindOf(plan), isCounted: plan.isPerSeat })),
  ...creditPacks.map(({ key, name }) => ({ key, name, kind: 'credits' as const, isCounted: true })),
]

/** The plans that are subscribed to, between which a subscription can be changed. */
export const subscribablePlans: readonly Plan[] = catalog.filter(isSubscribed)

function kindOf(plan: Plan): 'subscription' | 'lifetime' {
  return isPaidOnce(plan) ? 'lifetime' : 'subscription'
}
