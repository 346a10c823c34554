import type { InvoiceLineRow, PriceRow, SubscriptionItemRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'

export type Period = { start: number; end: number }
export type Line = {
  amount: number
  quantity: number
  description: string
  currency: string
  price: PriceRow | null
  period: Period
  subscription: string | null
  subscriptionItem?: string | undefined
  invoiceItem?: string | undefined
  proration?: boolean | undefined
  discountable?: boolean | undefined
}

/** What `quantity` of a price costs, in minor units. */
export const amountOf = (price: PriceRow, quantity: number): number =>
  Math.round(Number(price.unit_amount_decimal ?? price.unit_amount ?? 0) * quantity)

/** The line of one subscription item for one period; a trial costs nothing. */
export function itemLine(world: World, item: SubscriptionItemRow, period: Period, isTrial = false): Line {
  const quantity = item.quantity ?? 1
  const name = world.store.get('product', item.price.product)?.name ?? 'Subscription'
  const each = `${((item.price.unit_amount ?? 0) / 100).toFixed(2)} ${item.price.currency.toUpperCase()}`
  return {
    amount: isTrial ? 0 : amountOf(item.price, quantity),
    quantity,
    description: isTrial
      ? `Trial period for ${name}`
      : `${quantity} × ${name} (at ${each} / ${item.price.recurring?.interval ?? 'once'})`,
    currency: item.price.currency,
    price: item.price,
    period,
    subscription: item.subscription,
    subscriptionItem: item.id,
  }
}

/** A line as the invoice shows it. */
export function lineFrom(world: World, invoice: string, line: Line): InvoiceLineRow {
  const proration = line.proration ?? false
  return {
    id: world.ids.next('il'),
    object: 'line_item',
    amount: line.amount,
    currency: line.currency,
    description: line.description,
    discount_amounts: [],
    discountable: line.discountable ?? !proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: line.subscriptionItem
      ? {
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: line.invoiceItem ?? null,
            proration,
            proration_details: { credited_items: null },
            subscription: line.subscription,
            subscription_item: line.subscriptionItem,
          },
          type: 'subscription_item_details',
        }
      : {
          invoice_item_details: {
            invoice_item: line.invoiceItem ?? '',
            proration,
            proration_details: { credited_items: null },
            subscription: line.subscription,
          },
          subscription_item_details: null,
          type: 'invoice_item_details',
        },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: line.price && {
      price_details: { price: line.price.id, product: line.price.product },
      type: 'price_details',
      unit_amount_decimal: line.price.unit_amount_decimal,
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: line.subscription,
    subtotal: line.amount,
    taxes: [],
  }
}
