import { change } from '../core/events.ts'
import type { InvoiceRow, PriceRow, SubscriptionItemRow, SubscriptionRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { collectInvoice, methodFor } from './collect.ts'
import { claimItems, createInvoiceItem, lineOfItem, pendingItems } from './invoice-items.ts'
import { draftInvoice, finalizeInvoice } from './invoicing.ts'
import { amountOf, itemLine } from './lines.ts'
import { keepPending } from './pending-update.ts'
import { periodEndAfter } from './periods.ts'
import { itemFrom, scheduleLife } from './subscribe.ts'
import { planFrom } from './plans.ts'

export type ItemChange = {
  id?: string | undefined
  price?: PriceRow | undefined
  quantity?: number | undefined
  deleted?: boolean | undefined
  metadata?: Record<string, string> | undefined
}
export type ItemsUpdate = {
  changes: ItemChange[]
  proration: string
  prorationDate?: number | undefined
  /** Starts a new billing cycle now, whatever the interval. */
  resetAnchor?: boolean | undefined
  behaviour?: string | undefined
  /** Other fields that change in the same step. */
  patch: Partial<SubscriptionRow>
}

/** The items after the changes: named ones altered or removed, unnamed ones added. */
function changedItems(
  world: World,
  row: SubscriptionRow,
  changes: readonly ItemChange[],
): SubscriptionItemRow[] {
  const first = row.items.data[0]
  const period = {
    start: first?.current_period_start ?? row.created,
    end: first?.current_period_end ?? row.created,
  }
  const kept = row.items.data.flatMap((item) => {
    const wish = changes.find(({ id }) => id === item.id)
    if (!wish) return [item]
    if (wish.deleted) return []
    const price = wish.price ?? item.price
    return [
      {
        ...item,
        price,
        plan: planFrom(price),
        quantity: wish.quantity ?? item.quantity,
        metadata: wish.metadata ?? item.metadata,
      },
    ]
  })
  const added = changes.flatMap(({ id, price, quantity, metadata }) =>
    id === undefined && price ? [itemFrom(world, row.id, { price, quantity, metadata }, period)] : [],
  )
  return [...kept, ...added]
}

/** Changes a subscription's items, with what Stripe does about the money: prorations, and at once or later. */
export function updateItems(world: World, row: SubscriptionRow, wanted: ItemsUpdate): SubscriptionRow {
  const items = changedItems(world, row, wanted.changes)
  const now = wanted.prorationDate ?? timeFor(world, row.customer)
  const startsCycle = wanted.resetAnchor === true || intervalOf(items) !== intervalOf(row.items.data)
  if (row.status !== 'trialing' && wanted.proration !== 'none') prorate(world, row, items, now, startsCycle)
  if (wanted.behaviour === 'pending_if_incomplete') return updateIfPaid(world, row, items, wanted.patch)
  if (startsCycle && row.status !== 'trialing') return startCycle(world, row, items, now, wanted.patch)
  const next = change(
    world,
    'subscription',
    row,
    { ...wanted.patch, items: { ...row.items, data: items } },
    'customer.subscription.updated',
  )
  if (wanted.proration === 'always_invoice') invoicePending(world, next)
  return world.store.get('subscription', row.id) ?? next
}

const intervalOf = ([first]: readonly SubscriptionItemRow[]) =>
  `${first?.price.recurring?.interval_count ?? 1} ${first?.price.recurring?.interval ?? 'month'}`

/** Credit for what is left of the old items and, inside a cycle, the charge for what is left with the new. */
function prorate(
  world: World,
  row: SubscriptionRow,
  items: readonly SubscriptionItemRow[],
  now: number,
  creditOnly: boolean,
): void {
  const { current_period_start: start = now, current_period_end: end = now } = row.items.data[0] ?? {}
  const left = Math.max(0, Math.min(1, (end - now) / Math.max(1, end - start)))
  const note = (item: SubscriptionItemRow, sign: 1 | -1) => {
    const amount = Math.round(sign * left * amountOf(item.price, item.quantity ?? 1))
    const name = world.store.get('product', item.price.product)?.name ?? 'subscription'
    if (amount === 0) return
    createInvoiceItem(world, {
      customer: row.customer,
      amount,
      currency: row.currency,
      quantity: item.quantity,
      description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${item.quantity ?? 1} × ${name}`,
      price: item.price,
      period: { start: now, end },
      subscription: row.id,
      subscriptionItem: item.id,
      proration: true,
    })
  }
  for (const old of row.items.data) {
    const next = items.find(({ id }) => id === old.id)
    const isSame = next?.price.id === old.price.id && next.quantity === old.quantity
    if (!isSame || creditOnly) note(old, -1)
    if (next && !isSame && !creditOnly) note(next, 1)
  }
  if (!creditOnly)
    for (const item of items) if (!row.items.data.some(({ id }) => id === item.id)) note(item, 1)
}

/** Invoices everything that waits for this subscription, and collects it. */
function invoicePending(
  world: World,
  row: SubscriptionRow,
  extra: SubscriptionItemRow[] = [],
): InvoiceRow | undefined {
  const customer = world.store.get('customer', row.customer)
  if (!customer || customer.deleted) return undefined
  const pending = pendingItems(world, customer.id, row.id)
  if (pending.length === 0 && extra.length === 0) return undefined
  const lines = extra.map((item) =>
    itemLine(world, item, { start: item.current_period_start, end: item.current_period_end }),
  )
  const draft = draftInvoice(world, {
    customer,
    subscription: row,
    reason: 'subscription_update',
    currency: row.currency,
    collection: row.collection_method,
    daysUntilDue: row.days_until_due,
    lines: [...pending.map((item) => lineOfItem(world, item)), ...lines],
  })
  claimItems(world, pending, draft.id)
  const invoice = finalizeInvoice(world, draft)
  world.store.put('subscription', {
    ...(world.store.get('subscription', row.id) ?? row),
    latest_invoice: invoice.id,
  })
  return collectInvoice(world, invoice, methodFor(world, invoice))
}

function startCycle(
  world: World,
  row: SubscriptionRow,
  items: SubscriptionItemRow[],
  now: number,
  patch: Partial<SubscriptionRow>,
): SubscriptionRow {
  const every = items[0]?.price.recurring ?? { interval: 'month', interval_count: 1 }
  const end = periodEndAfter(now, now, every)
  const moved = items.map((item) => ({ ...item, current_period_start: now, current_period_end: end }))
  const next = change(
    world,
    'subscription',
    row,
    {
      ...patch,
      billing_cycle_anchor: now,
      items: { ...row.items, data: moved },
      ...(row.status === 'trialing' ? { status: 'active' } : {}),
    },
    'customer.subscription.updated',
  )
  scheduleLife(world, next)
  invoicePending(world, next, moved)
  return world.store.get('subscription', row.id) ?? next
}

/** `pending_if_incomplete`: the items change only when the invoice for them is paid. */
function updateIfPaid(
  world: World,
  row: SubscriptionRow,
  items: SubscriptionItemRow[],
  patch: Partial<SubscriptionRow>,
): SubscriptionRow {
  const waiting = keepPending(world, { ...row, ...patch }, items)
  const invoice = invoicePending(world, waiting)
  const latest = world.store.get('subscription', row.id) ?? waiting
  if (!invoice && latest.pending_update) {
    return change(
      world,
      'subscription',
      latest,
      { pending_update: null, items: { ...row.items, data: items } },
      'customer.subscription.updated',
    )
  }
  return latest
}

/** Ends a trial now: a new cycle begins and is invoiced. */
export function endTrial(
  world: World,
  row: SubscriptionRow,
  patch: Partial<SubscriptionRow>,
): SubscriptionRow {
  const now = timeFor(world, row.customer)
  return startCycle(world, row, row.items.data, now, { ...patch, trial_end: now })
}
