import type { z } from 'zod'
import { amountOf, itemLine, lineFrom, type Line } from '../billing/lines.ts'
import { amountsOf } from '../billing/invoicing.ts'
import { discountedLines, isRunning } from '../billing/discounts.ts'
import { lineOfItem, pendingItems } from '../billing/invoice-items.ts'
import { periodEndAfter } from '../billing/periods.ts'
import { invalidRequest } from '../core/errors.ts'
import type { SubscriptionItemRow, SubscriptionRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { inlineList } from '../http/list.ts'
import { accepted, flag, hash, int, listOf, params, text, timestamp } from '../http/params.ts'
import { metadata } from '../http/metadata.ts'
import type { Call } from '../http/route.ts'
import { priceOf } from './prices.ts'

const item = hash({
  id: text.optional(),
  metadata: metadata.optional(),
  price: text.optional(),
  quantity: int.optional(),
  deleted: flag.optional(),
  ...accepted('plan', 'price_data', 'tax_rates', 'discounts'),
})
export const previewParams = params({
  customer: text.optional(),
  subscription: text.optional(),
  subscription_details: hash({
    items: listOf(item).optional(),
    proration_behavior: text.optional(),
    proration_date: timestamp.optional(),
    ...accepted(
      'billing_cycle_anchor',
      'billing_mode',
      'cancel_at',
      'cancel_at_period_end',
      'cancel_now',
      'default_tax_rates',
      'resume_at',
      'start_date',
      'trial_end',
    ),
  }).optional(),
  ...accepted(
    'automatic_tax',
    'currency',
    'customer_account',
    'customer_details',
    'discounts',
    'invoice_items',
    'issuer',
    'on_behalf_of',
    'preview_mode',
    'schedule',
    'schedule_details',
  ),
})
type Wishes = z.infer<typeof previewParams>

/** What the next invoice of a subscription would be, with changed items when they are given. Stores nothing. */
export function previewInvoice({ world, params: wanted }: Call<Wishes>): object {
  const subscription = [...world.store.each('subscription')].find(
    (row) =>
      (wanted.subscription ?? row.id) === row.id &&
      (wanted.customer ?? row.customer) === row.customer &&
      row.ended_at === null,
  )
  if (!subscription)
    throw invalidRequest('No upcoming invoices for customer', undefined, 'invoice_upcoming_none')
  const start = subscription.items.data[0]?.current_period_end ?? subscription.created
  const lines = linesOf(world, subscription, wanted, start)
  const id = 'upcoming_in_preview'
  const discounts = subscription.discounts.filter((discount) => isRunning(world, discount))
  const full = lines.map((line) => lineFrom(world, id, line))
  const shown = discountedLines(world, full, discounts, subscription.currency)
  return {
    id,
    object: 'invoice',
    ...amountsOf(shown, 0),
    amount_paid: 0,
    billing_reason: 'upcoming',
    created: start,
    currency: subscription.currency,
    customer: subscription.customer,
    discounts,
    lines: inlineList(shown, `/v1/invoices/${id}/lines`),
    livemode: false,
    next_payment_attempt: start + 3600,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: start,
    period_start: subscription.items.data[0]?.current_period_start ?? start,
    status: 'draft',
    test_clock: subscription.test_clock,
  }
}

function linesOf(world: World, row: SubscriptionRow, wanted: Wishes, start: number): Line[] {
  const wishes = wanted.subscription_details?.items ?? []
  const changed = row.items.data.flatMap((old) => {
    const wish = wishes.find(({ id }) => id === old.id)
    if (wish?.deleted) return []
    return [
      {
        ...old,
        price: wish?.price === undefined ? old.price : priceOf(world, wish.price, 'items[price]'),
        quantity: wish?.quantity ?? old.quantity,
      },
    ]
  })
  const end = periodEndAfter(
    row.billing_cycle_anchor,
    start,
    changed[0]?.price.recurring ?? { interval: 'month', interval_count: 1 },
  )
  const pending = pendingItems(world, row.customer, row.id).map((waiting) => lineOfItem(world, waiting))
  const prorated =
    wanted.subscription_details?.proration_behavior === 'none'
      ? []
      : prorations(world, row, changed, wanted.subscription_details?.proration_date)
  return [...pending, ...prorated, ...changed.map((now) => itemLine(world, now, { start, end }))]
}

function prorations(
  world: World,
  row: SubscriptionRow,
  changed: readonly SubscriptionItemRow[],
  date: number | undefined,
): Line[] {
  const now = date ?? timeFor(world, row.customer)
  return row.items.data.flatMap((old) => {
    const next = changed.find(({ id }) => id === old.id)
    if (next?.price.id === old.price.id && next.quantity === old.quantity) return []
    const left = Math.max(
      0,
      (old.current_period_end - now) / (old.current_period_end - old.current_period_start),
    )
    const part = (item: SubscriptionItemRow, sign: number, words: string): Line => ({
      ...itemLine(world, item, { start: now, end: old.current_period_end }),
      amount: Math.round(sign * left * amountOf(item.price, item.quantity ?? 1)),
      description: words,
      proration: true,
    })
    return [part(old, -1, 'Unused time'), ...(next ? [part(next, 1, 'Remaining time')] : [])]
  })
}
