import { change } from '../core/events.ts'
import type { InvoiceRow, SubscriptionRow } from '../core/rows.ts'
import { schedule, unschedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { inlineList } from '../objects/list.ts'
import { endWithPeriod } from '../objects/subscription.ts'
import { scheduleLife } from './subscribe.ts'
import { voidInvoice } from './write-off.ts'

const HOUR = 3600

type Kept = Pick<SubscriptionRow, 'items'> & Partial<SubscriptionRow>

/** Keeps a change back until its invoice is paid; after 23 hours, or with the period, it is forgotten. */
export function keepPending(
  world: World,
  row: SubscriptionRow,
  wanted: Kept,
  invoice: InvoiceRow,
): SubscriptionRow {
  const limits = [
    timeFor(world, row.customer) + 23 * HOUR,
    row.items.data[0]?.current_period_end,
    row.trial_end,
  ]
  const expires = Math.min(...limits.filter((limit): limit is number => limit != null))
  schedule(world, 'subscription.pending', row.id, expires, row.test_clock)
  const pending = {
    billing_cycle_anchor: wanted.billing_cycle_anchor ?? null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: expires,
    metadata: null,
    subscription_items: wanted.items.data,
    trial_end: null,
    trial_from_plan: null,
  }
  const patch = { pending_update: pending, latest_invoice: invoice.id }
  return change(world, 'subscription', row, patch, 'customer.subscription.updated')
}

/** Its invoice was paid: the change that waited is made. */
export function applyPendingUpdate(world: World, row: SubscriptionRow): void {
  const pending = row.pending_update
  if (!pending) return
  unschedule(world, 'subscription.pending', row.id)
  const { subscription_items: items, billing_cycle_anchor: anchor } = pending
  const next = change(
    world,
    'subscription',
    row,
    {
      pending_update: null,
      ...(items ? { items: inlineList(items, row.items.url) } : {}),
      ...(anchor === null
        ? {}
        : { billing_cycle_anchor: anchor, ...endWithPeriod(row, items?.[0]?.current_period_end ?? anchor) }),
    },
    'customer.subscription.updated',
    'customer.subscription.pending_update_applied',
  )
  if (anchor !== null) scheduleLife(world, next)
}

/** A change that nobody paid for in time is forgotten, and its invoice voided. */
export function expirePendingUpdate(world: World, row: SubscriptionRow): void {
  forget(world, row, 'customer.subscription.updated', 'customer.subscription.pending_update_expired')
}

/** A newer change takes the place of one that still waits to be paid for. */
export const discardPendingUpdate = (world: World, row: SubscriptionRow): SubscriptionRow =>
  forget(world, row, 'customer.subscription.updated')

function forget(world: World, row: SubscriptionRow, ...types: string[]): SubscriptionRow {
  if (!row.pending_update) return row
  unschedule(world, 'subscription.pending', row.id)
  const invoice = world.store.get('invoice', row.latest_invoice)
  if (invoice?.status === 'open') voidInvoice(world, invoice)
  return change(world, 'subscription', row, { pending_update: null }, ...types)
}
