import { change } from '../core/events.ts'
import type { InvoiceRow, PriceRow, SubscriptionItemRow, SubscriptionRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { itemLine } from '../objects/invoice-line.ts'
import { inlineList } from '../objects/list.ts'
import { planFrom } from '../objects/plan.ts'
import { endWithPeriod, itemFrom } from '../objects/subscription.ts'
import { collectInvoice, methodFor } from './collect.ts'
import { claimItems, lineOfItem, pendingItems } from './invoice-items.ts'
import { draftInvoice, finalizeInvoice } from './invoicing.ts'
import { discardPendingUpdate, keepPending } from './pending-update.ts'
import { periodEndAfter } from './periods.ts'
import { prorate } from './prorate.ts'
import { scheduleLife } from './subscribe.ts'

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
export function updateItems(world: World, given: SubscriptionRow, wanted: ItemsUpdate): SubscriptionRow {
  const row = discardPendingUpdate(world, given)
  const items = changedItems(world, row, wanted.changes)
  const now = wanted.prorationDate ?? timeFor(world, row.customer)
  const startsCycle = wanted.resetAnchor === true || intervalOf(items) !== intervalOf(row.items.data)
  const isTrial = row.status === 'trialing'
  if (!isTrial && wanted.proration !== 'none') prorate(world, row, items, now, startsCycle)
  const cycle = startsCycle && !isTrial ? cycleFrom({ ...row, ...wanted.patch }, items, now) : undefined
  const invoices = cycle !== undefined || (!isTrial && wanted.proration === 'always_invoice')
  if (invoices && wanted.behaviour === 'pending_if_incomplete')
    return updateIfPaid(world, row, { ...wanted.patch, ...(cycle ?? itemsPatch(row, items)) })
  if (cycle) return startCycle(world, row, { ...wanted.patch, ...cycle })
  const patch = { ...wanted.patch, ...itemsPatch(row, items) }
  const next = change(world, 'subscription', row, patch, 'customer.subscription.updated')
  if (wanted.proration === 'always_invoice') invoiceNow(world, next)
  return world.store.get('subscription', row.id) ?? next
}

type ItemsPatch = Partial<SubscriptionRow> & Pick<SubscriptionRow, 'items'>

const itemsPatch = (row: SubscriptionRow, items: SubscriptionItemRow[]): ItemsPatch => ({
  items: inlineList(items, row.items.url),
})

const intervalOf = ([first]: readonly SubscriptionItemRow[]) =>
  `${first?.price.recurring?.interval_count ?? 1} ${first?.price.recurring?.interval ?? 'month'}`

/** Invoices everything that waits for this subscription, and what recurs when a cycle begins; collects it. */
function invoicePending(
  world: World,
  row: SubscriptionRow,
  extra: readonly SubscriptionItemRow[],
  issued: (invoice: InvoiceRow) => void = () => undefined,
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
  issued(invoice)
  return collectInvoice(world, invoice, methodFor(world, invoice))
}

/** The invoice of a change that is made already: when it fails, the subscription is past due. */
function invoiceNow(world: World, row: SubscriptionRow, extra: readonly SubscriptionItemRow[] = []): void {
  invoicePending(world, row, extra, ({ id }) => {
    const latest = world.store.get('subscription', row.id) ?? row
    world.store.put('subscription', { ...latest, latest_invoice: id })
  })
}

/** A new billing cycle that begins now with these items. */
function cycleFrom(row: SubscriptionRow, items: readonly SubscriptionItemRow[], now: number) {
  const every = items[0]?.price.recurring ?? { interval: 'month', interval_count: 1 }
  const end = periodEndAfter(now, now, every)
  const moved = items.map((item) => ({ ...item, current_period_start: now, current_period_end: end }))
  const url = `/v1/subscription_items?subscription=${items[0]?.subscription ?? ''}`
  return { billing_cycle_anchor: now, items: inlineList(moved, url), ...endWithPeriod(row, end) }
}

function startCycle(world: World, row: SubscriptionRow, patch: ItemsPatch): SubscriptionRow {
  const begun = { ...patch, ...(row.status === 'trialing' ? { status: 'active' } : {}) }
  const next = change(world, 'subscription', row, begun, 'customer.subscription.updated')
  scheduleLife(world, next)
  invoiceNow(world, next, next.items.data)
  return world.store.get('subscription', row.id) ?? next
}

/**
 * `pending_if_incomplete`: the change is made only when the invoice for it is paid; until then the
 * subscription keeps its items and shows the change as `pending_update`.
 */
function updateIfPaid(world: World, row: SubscriptionRow, patch: ItemsPatch): SubscriptionRow {
  const begins = patch.billing_cycle_anchor !== undefined
  // Not yet its latest invoice: a failure must not make the subscription past due.
  const invoice = invoicePending(world, row, begins ? patch.items.data : [])
  if (invoice && invoice.status !== 'paid') return keepPending(world, row, patch, invoice)
  const paid = { ...patch, ...(invoice ? { latest_invoice: invoice.id } : {}) }
  const next = change(world, 'subscription', row, paid, 'customer.subscription.updated')
  if (begins) scheduleLife(world, next)
  return next
}

/** Ends a trial now: a new cycle begins and is invoiced. */
export function endTrial(
  world: World,
  row: SubscriptionRow,
  patch: Partial<SubscriptionRow>,
): SubscriptionRow {
  const now = timeFor(world, row.customer)
  return startCycle(world, row, {
    ...patch,
    trial_end: now,
    ...cycleFrom({ ...row, ...patch }, row.items.data, now),
  })
}
