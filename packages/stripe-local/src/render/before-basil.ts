import type { LooseRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { planFrom } from '../objects/plan.ts'

type Fields = Record<string, unknown>
export type Transform = (world: World, row: LooseRow) => Fields

const fieldOf = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Fields | null | undefined)?.[key], value)

/** Periods stood on the subscription, and there was one discount instead of a list. */
const subscription: Transform = (_world, row) => {
  const items = fieldOf(row, 'items', 'data') as Fields[]
  const bare = items.map((item) =>
    without(item, 'current_period_start', 'current_period_end', 'current_trial'),
  )
  return {
    ...row,
    current_period_start: items[0]?.current_period_start ?? null,
    current_period_end: items[0]?.current_period_end ?? null,
    items: { ...(row.items as Fields), data: bare },
    plan: bare.length === 1 ? bare[0]?.plan : null,
    quantity: bare.length === 1 ? bare[0]?.quantity : null,
  }
}

/** An invoice named its subscription, payment intent and charge itself. */
const invoice: Transform = (world, row) => {
  const link = world.store.get('local.invoice_link', row.id)
  const intent = world.store.get('payment_intent', link?.intent)
  const details = fieldOf(row, 'parent', 'subscription_details') as Fields | null | undefined
  return {
    ...without(row, 'parent', 'payments'),
    charge: intent?.latest_charge ?? null,
    discount: null,
    paid: row.status === 'paid',
    paid_out_of_band: row.status === 'paid' && ((row.amount_paid_off_stripe as number | undefined) ?? 0) > 0,
    payment_intent: link?.intent ?? null,
    quote: null,
    subscription: details?.subscription ?? null,
    subscription_details: details ? { metadata: details.metadata } : null,
    tax: null,
    total_tax_amounts: [],
  }
}

/** A line carried its price and plan, and said itself whether it was a proration. */
const line: Transform = (world, row) => {
  const item = fieldOf(row, 'parent', 'subscription_item_details') as Fields | null | undefined
  const other = fieldOf(row, 'parent', 'invoice_item_details') as Fields | null | undefined
  const price = world.store.get(
    'price',
    fieldOf(row, 'pricing', 'price_details', 'price') as string | undefined,
  )
  return {
    ...without(row, 'parent', 'pricing', 'taxes', 'pretax_credit_amounts'),
    amount_excluding_tax: row.amount,
    invoice_item: other?.invoice_item ?? item?.invoice_item ?? null,
    plan: price?.recurring ? planFrom(price) : null,
    price: price ?? null,
    proration: (item ?? other)?.proration ?? false,
    subscription: item?.subscription ?? other?.subscription ?? null,
    subscription_item: item?.subscription_item ?? null,
    tax_amounts: [],
    tax_rates: [],
    type: item ? 'subscription' : 'invoiceitem',
  }
}

/** A promotion code held its coupon directly. */
const promotionCode: Transform = (world, row) => {
  const id = fieldOf(row, 'promotion', 'coupon') as string | undefined
  return { ...without(row, 'promotion'), coupon: world.store.get('coupon', id) ?? id }
}

const discount: Transform = (world, row) => {
  const id = fieldOf(row, 'source', 'coupon') as string | undefined
  return { ...without(row, 'source'), coupon: world.store.get('coupon', id) ?? id }
}

/** Charges and payment intents named the invoice they belong to. */
const payment: Transform = (world, row) => {
  const intent = row.object === 'charge' ? (row.payment_intent as string | null) : row.id
  return { ...row, invoice: world.store.get('local.payment_link', intent)?.invoice ?? null }
}

function without(row: Fields, ...keys: string[]): Fields {
  return Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)))
}

/** By object type: today's shape to the shape before 2025-03-31. */
export const beforeBasil: Record<string, Transform> = {
  subscription,
  invoice,
  line_item: line,
  promotion_code: promotionCode,
  discount,
  charge: payment,
  payment_intent: payment,
}
