import { billingInterval } from '@paidup/api'
import { MOST_UNITS } from '@paidup/api/limits'
import { creditPacks, planByKey, type BillingInterval, type ProductKey } from '@paidup/billing/catalog'
import { z } from 'zod'
import type { Purchase } from './checkout-lines.ts'
import { forSale } from './for-sale.server.ts'
import { priceAt, type PlanPrice } from './plan-words.ts'

/** What is to be bought. */
export type CheckoutRequest = {
  plan: ProductKey
  /** Null for what is paid once. */
  interval: BillingInterval | null
  quantity: number
}

/** As it stands in a checkout's address and its form, which may leave out what has a default. */
const checkoutFields = z.object({
  plan: z.string(),
  interval: billingInterval.catch('month'),
  quantity: z.coerce.number().int().min(1).max(MOST_UNITS).catch(1),
})

/** @returns null when it names nothing that is sold */
export function checkoutRequestFrom(fields: Iterable<[string, FormDataEntryValue]>): CheckoutRequest | null {
  const { data } = checkoutFields.safeParse(Object.fromEntries(fields))
  const product = forSale.find(({ key }) => key === data?.plan)
  if (!data || !product) return null
  return {
    plan: product.key,
    interval: product.kind === 'subscription' ? data.interval : null,
    // Only seats and credit packs are counted.
    quantity: product.isCounted ? data.quantity : 1,
  }
}

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
