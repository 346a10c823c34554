import { create } from '../core/events.ts'
import type { InvoiceItemRow, Metadata, PriceRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import type { Line, Period } from './lines.ts'

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

/** Stores an amount that waits for the customer's next invoice. */
export function createInvoiceItem(world: World, wanted: InvoiceItemWishes): InvoiceItemRow {
  const now = timeFor(world, wanted.customer)
  const customer = world.store.get('customer', wanted.customer)
  const row: InvoiceItemRow = {
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
  return create(world, 'invoiceitem', row, 'invoiceitem.created')
}

/** What waits for the customer's next invoice; with a subscription, only what may ride on its invoice. */
export function pendingItems(world: World, customer: string, subscription: string | null): InvoiceItemRow[] {
  return world.store.all('invoiceitem').filter((row) => {
    const of = row.parent?.subscription_details?.subscription ?? null
    return row.customer === customer && row.invoice === null && (of === null || of === subscription)
  })
}

/** An invoice item as a line; the item then belongs to that invoice (see `claimItems`). */
export function lineOfItem(world: World, item: InvoiceItemRow): Line {
  const details = item.parent?.subscription_details
  return {
    amount: item.amount,
    quantity: item.quantity,
    currency: item.currency,
    description: item.description ?? '',
    price: world.store.get('price', item.pricing?.price_details?.price) ?? null,
    period: item.period,
    subscription: details?.subscription ?? null,
    subscriptionItem: details?.subscription_item,
    invoiceItem: item.id,
    proration: item.proration,
    discountable: item.discountable,
  }
}

export function claimItems(world: World, items: readonly InvoiceItemRow[], invoice: string): void {
  for (const item of items) world.store.put('invoiceitem', { ...item, invoice })
}
