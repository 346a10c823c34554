import { change, emit } from '../core/events.ts'
import type { CustomerRow, InvoiceItemRow, InvoiceRow, Metadata, SubscriptionRow } from '../core/rows.ts'
import { schedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { billingModeFrom, blankSubscription } from '../objects/blank-subscription.ts'
import { amountOf, itemLine } from '../objects/invoice-line.ts'
import { inlineList } from '../objects/list.ts'
import { itemFrom, type ItemWish } from '../objects/subscription.ts'
import { refuseOtherCurrency } from './currency.ts'
import { type CouponWish, grantDiscount } from './discounts.ts'
import { claimItems, createInvoiceItem, lineOfItem } from './invoice-items.ts'
import { draftInvoice, finalizeInvoice } from './invoicing.ts'
import { periodEndAfter } from './periods.ts'

export type SubscribeWishes = {
  customer: CustomerRow
  items: ItemWish[]
  /** What is paid once, on the first invoice. */
  once?: ItemWish[] | undefined
  method?: string | null | undefined
  metadata?: Metadata | undefined
  description?: string | null | undefined
  collection?: string | undefined
  daysUntilDue?: number | null | undefined
  trialEnd?: number | undefined
  trialEndBehaviour?: string | undefined
  anchor?: number | undefined
  billingMode?: string | undefined
  /** An instant, or the end of the first period by its name at Stripe. */
  cancelAt?: number | string | null | undefined
  cancelAtPeriodEnd?: boolean | undefined
  coupons?: CouponWish[] | undefined
}

const HOUR = 3600
const DAY = 86_400

/**
 * Stores a subscription with its first invoice, finalized but not yet collected: `incomplete` until that
 * invoice is paid, `trialing` when there is a trial, `active` when nothing is due.
 */
export function createSubscription(
  world: World,
  wanted: SubscribeWishes,
): { subscription: SubscriptionRow; invoice: InvoiceRow } {
  refuseOtherCurrency(world, wanted.customer.id, wanted.items[0]?.price.currency ?? 'usd')
  const now = timeFor(world, wanted.customer.id)
  const trial = wanted.trialEnd !== undefined && wanted.trialEnd > now ? wanted.trialEnd : null
  const blank = subscriptionFrom(world, wanted, now, trial)
  const discounts = (wanted.coupons ?? []).map(
    (wish) => grantDiscount(world, wish, { subscription: blank.id, customer: blank.customer }).id,
  )
  const draft = world.store.put('subscription', { ...blank, discounts })
  const period = { start: now, end: draft.items.data[0]?.current_period_end ?? now }
  const once = (wanted.once ?? []).map((wish) => createOnce(world, wanted.customer.id, wish))
  const invoice = draftInvoice(world, {
    customer: wanted.customer,
    subscription: draft,
    reason: 'subscription_create',
    currency: draft.currency,
    collection: draft.collection_method,
    daysUntilDue: draft.days_until_due,
    lines: [
      ...once.map((item) => lineOfItem(world, item)),
      ...draft.items.data.map((item) => itemLine(world, item, period, trial !== null)),
    ],
    period: { start: now, end: now },
  })
  claimItems(world, once, invoice.id)
  const billsLater = draft.collection_method === 'send_invoice'
  const status =
    trial !== null ? 'trialing' : invoice.amount_due === 0 || billsLater ? 'active' : 'incomplete'
  const subscription = world.store.put('subscription', { ...draft, status, latest_invoice: invoice.id })
  const finalized = finalizeInvoice(world, invoice)
  emit(world, 'customer.subscription.created', subscription)
  scheduleLife(world, subscription)
  const customer = world.store.get('customer', wanted.customer.id)
  if (customer && !customer.deleted && customer.currency == null) {
    change(world, 'customer', customer, { currency: draft.currency }, 'customer.updated')
  }
  return { subscription, invoice: finalized }
}

const createOnce = (world: World, customer: string, { price, quantity = 1 }: ItemWish): InvoiceItemRow =>
  createInvoiceItem(world, {
    customer,
    amount: amountOf(price, quantity),
    currency: price.currency,
    quantity,
    description: world.store.get('product', price.product)?.name ?? null,
    price,
  })

/** Sets the timers a subscription lives by: first payment limit, trial notice, renewal, planned end. */
export function scheduleLife(world: World, row: SubscriptionRow): void {
  const clock = row.test_clock
  const end = row.items.data[0]?.current_period_end ?? row.created
  if (row.status === 'incomplete')
    schedule(world, 'subscription.expire', row.id, row.created + 23 * HOUR, clock)
  schedule(world, 'subscription.renew', row.id, end, clock)
  if (row.cancel_at !== null) schedule(world, 'subscription.cancel', row.id, row.cancel_at, clock)
  if (row.status === 'trialing' && row.trial_end !== null) {
    const notice = row.trial_end - 3 * DAY
    if (notice > timeFor(world, row.customer))
      schedule(world, 'subscription.trial_notice', row.id, notice, clock)
    else emit(world, 'customer.subscription.trial_will_end', row)
  }
}

function subscriptionFrom(
  world: World,
  wanted: SubscribeWishes,
  now: number,
  trial: number | null,
): SubscriptionRow {
  const id = world.ids.next('sub')
  const every = wanted.items[0]?.price.recurring ?? { interval: 'month', interval_count: 1 }
  const anchor = trial ?? wanted.anchor ?? now
  const end = trial ?? periodEndAfter(anchor, now, every)
  const items = wanted.items.map((item) => itemFrom(world, id, item, { start: now, end }))
  return {
    ...blankSubscription(id, now),
    billing_cycle_anchor: anchor,
    billing_mode: billingModeFrom(wanted.billingMode),
    cancel_at:
      wanted.cancelAtPeriodEnd || typeof wanted.cancelAt === 'string' ? end : (wanted.cancelAt ?? null),
    cancel_at_period_end: wanted.cancelAtPeriodEnd ?? false,
    canceled_at: wanted.cancelAtPeriodEnd || wanted.cancelAt != null ? now : null,
    collection_method: wanted.collection ?? 'charge_automatically',
    currency: wanted.items[0]?.price.currency ?? 'usd',
    customer: wanted.customer.id,
    days_until_due: wanted.daysUntilDue ?? null,
    default_payment_method: wanted.method ?? null,
    description: wanted.description ?? null,
    items: inlineList(items, `/v1/subscription_items?subscription=${id}`),
    metadata: wanted.metadata ?? {},
    test_clock: wanted.customer.test_clock ?? null,
    trial_end: trial,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: wanted.trialEndBehaviour ?? 'create_invoice',
      },
    },
    trial_start: trial === null ? null : now,
  }
}
