import { billingInterval } from '@paidup/api'
import { MOST_UNITS } from '@paidup/api/limits'
import type { BillingInterval, ProductKey } from '@paidup/billing/catalog'
import { z } from 'zod'
import { forSale } from './for-sale.server.ts'

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
