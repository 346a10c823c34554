import { invalidRequest } from '../core/errors.ts'
import type { SubscriptionItemRow, SubscriptionRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { amountOf, itemLine, type Line, lineFrom } from '../objects/invoice-line.ts'
import { inlineList } from '../objects/list.ts'
import { priceOf } from '../objects/price.ts'
import { discountedLines, isRunning } from './discounts.ts'
import { lineOfItem, pendingItems } from './invoice-items.ts'
import { amountsOf } from './invoicing.ts'
import { periodEndAfter } from './periods.ts'

export type PreviewWishes = {
  customer?: string | undefined
  subscription?: string | undefined
  subscription_details?:
    | {
        items?:
          | {
              id?: string | undefined
              price?: string | undefined
              quantity?: number | undefined
              deleted?: boolean | undefined
            }[]
          | undefined
        proration_behavior?: string | undefined
        proration_date?: number | undefined
      }
    | undefined
}

/** What the next invoice of a subscription would be, with changed items when they are given. Stores nothing. */
export function previewInvoice(world: World, wanted: PreviewWishes): object {
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

function linesOf(world: World, row: SubscriptionRow, wanted: PreviewWishes, start: number): Line[] {
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
