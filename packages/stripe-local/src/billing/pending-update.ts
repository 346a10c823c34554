import { change } from '../core/events.ts'
import type { SubscriptionItemRow, SubscriptionRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { schedule, unschedule } from './timers.ts'
import { voidInvoice } from './write-off.ts'

const HOUR = 3600

/** Keeps changed items back until their invoice is paid; after 23 hours they are forgotten. */
export function keepPending(
  world: World,
  row: SubscriptionRow,
  items: SubscriptionItemRow[],
): SubscriptionRow {
  const expires = timeFor(world, row.customer) + 23 * HOUR
  schedule(world, 'subscription.pending', row.id, expires, row.test_clock)
  const pending = {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: expires,
    metadata: null,
    subscription_items: items,
    trial_end: null,
    trial_from_plan: null,
  }
  return change(world, 'subscription', row, { pending_update: pending }, 'customer.subscription.updated')
}

export function applyPendingUpdate(world: World, row: SubscriptionRow): void {
  const items = row.pending_update?.subscription_items
  unschedule(world, 'subscription.pending', row.id)
  const patch = { pending_update: null, ...(items ? { items: { ...row.items, data: items } } : {}) }
  change(
    world,
    'subscription',
    row,
    patch,
    'customer.subscription.updated',
    'customer.subscription.pending_update_applied',
  )
}

export function expirePendingUpdate(world: World, row: SubscriptionRow): void {
  if (!row.pending_update) return
  const invoice = world.store.get('invoice', row.latest_invoice)
  if (invoice?.status === 'open') voidInvoice(world, invoice)
  change(
    world,
    'subscription',
    row,
    { pending_update: null },
    'customer.subscription.updated',
    'customer.subscription.pending_update_expired',
  )
}
