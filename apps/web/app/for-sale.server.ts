import {
  catalog,
  creditPacks,
  isSold,
  isSubscribed,
  planByKey,
  type BillingInterval,
  type Plan,
  type ProductKey,
} from '@paidup/billing/catalog'
import type { Purchase } from './checkout-lines.ts'
import type { CheckoutRequest } from './checkout-request.server.ts'
import { isPaidOnce, priceAt, type PlanPrice } from './plan-words.ts'

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

/** What a checkout is about, for who is asked whether to buy it. */
export function purchaseOf({ plan, interval, quantity }: CheckoutRequest): Purchase | null {
  const product = forSale.find(({ key }) => key === plan)
  const price = priceFor(plan, interval)
  if (!product || !price) return null
  const unit = product.kind === 'credits' ? 'pack' : 'seat'
  return { name: product.name, price, unit: product.isCounted ? unit : null, quantity }
}

function priceFor(key: ProductKey, interval: BillingInterval | null): PlanPrice | undefined {
  const pack = creditPacks.find((one) => one.key === key)
  const plan = planByKey(key)
  return pack?.price ?? (plan && priceAt(plan, interval ?? 'month'))
}

function kindOf(plan: Plan): 'subscription' | 'lifetime' {
  return isPaidOnce(plan) ? 'lifetime' : 'subscription'
}
