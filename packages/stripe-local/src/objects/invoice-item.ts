import type { InvoiceItemRow, Metadata, PriceRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import type { Period } from './invoice-line.ts'

export type InvoiceItemWishes = {
  customer: string
  amount: number
  currency: string
  quantity?: number | undefined
  description?: string | null | undefined
  price?: PriceRow | null | undefined
  period?: Period | undefined
  metadata?: Metadata | undefined
  invoice?: string | null | undefined
  subscription?: string | null | undefined
  subscriptionItem?: string | undefined
  proration?: boolean | undefined
  discountable?: boolean | undefined
}

/** An amount that waits for the customer’s next invoice; not yet stored. */
export function invoiceItemFrom(world: World, wanted: InvoiceItemWishes): InvoiceItemRow {
  const now = timeFor(world, wanted.customer)
  const customer = world.store.get('customer', wanted.customer)
  return {
    id: world.ids.next('ii'),
    object: 'invoiceitem',
    amount: wanted.amount,
    currency: wanted.currency,
    customer: wanted.customer,
    customer_account: null,
    date: now,
    description: wanted.description ?? null,
    discountable: wanted.discountable ?? !(wanted.proration ?? false),
    discounts: [],
    invoice: wanted.invoice ?? null,
    livemode: false,
    metadata: wanted.metadata ?? {},
    net_amount: wanted.amount,
    parent: wanted.subscription
      ? {
          subscription_details: {
            subscription: wanted.subscription,
            ...(wanted.subscriptionItem === undefined ? {} : { subscription_item: wanted.subscriptionItem }),
          },
          type: 'subscription_details',
        }
      : null,
    period: wanted.period ?? { start: now, end: now },
    pricing: wanted.price
      ? {
          price_details: { price: wanted.price.id, product: wanted.price.product },
          type: 'price_details',
          unit_amount_decimal: wanted.price.unit_amount_decimal,
        }
      : null,
    proration: wanted.proration ?? false,
    quantity: wanted.quantity ?? 1,
    quantity_decimal: String(wanted.quantity ?? 1),
    tax_rates: [],
    test_clock: customer && !customer.deleted ? (customer.test_clock ?? null) : null,
  }
}
