import { change } from '../core/events.ts'
import type { InvoiceRow, SubscriptionRow } from '../core/rows.ts'
import { schedule, unschedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { cancelNow } from './cancel.ts'
import { applyPendingUpdate } from './pending-update.ts'
import { voidInvoice } from './write-off.ts'

const DAY = 86_400
/** Days between the attempts to collect a renewal, Stripe's default of four tries in about three weeks. */
const RETRY_DAYS = [3, 5, 7]

/** A paid invoice brings its subscription to life, or back to it. */
export function invoicePaid(world: World, row: SubscriptionRow, invoice: InvoiceRow): void {
  if (row.ended_at !== null) return
  if (row.pending_update && row.latest_invoice === invoice.id) return applyPendingUpdate(world, row)
  const revives =
    ['incomplete', 'past_due', 'unpaid'].includes(row.status) && row.latest_invoice === invoice.id
  if (!revives) return
  unschedule(world, 'subscription.expire', row.id)
  change(world, 'subscription', row, { status: 'active' }, 'customer.subscription.updated')
}

/** A bank debit under way counts as good until the bank says otherwise. */
export function invoiceProcessing(world: World, row: SubscriptionRow): void {
  if (row.status !== 'incomplete') return
  unschedule(world, 'subscription.expire', row.id)
  change(world, 'subscription', row, { status: 'active' }, 'customer.subscription.updated')
}

/** When a failed invoice is tried again (Unix seconds), or null when it is not. */
export function nextAttemptOf(world: World, invoice: InvoiceRow): number | null {
  const days = RETRY_DAYS[invoice.attempt_count - 1]
  if (invoice.billing_reason !== 'subscription_cycle' || !invoice.auto_advance || days === undefined)
    return null
  return timeFor(world, invoice.customer) + days * DAY
}

/** A failed first payment leaves it incomplete; a failed renewal makes it past due, and in the end canceled. */
export function invoiceFailed(world: World, row: SubscriptionRow, invoice: InvoiceRow): void {
  if (row.latest_invoice !== invoice.id || row.ended_at !== null || row.pending_update) return
  const late =
    row.status === 'active'
      ? change(world, 'subscription', row, { status: 'past_due' }, 'customer.subscription.updated')
      : row
  if (invoice.billing_reason !== 'subscription_cycle' || late.status !== 'past_due') return
  if (invoice.next_payment_attempt !== null) {
    schedule(world, 'invoice.retry', invoice.id, invoice.next_payment_attempt, row.test_clock)
  } else if (world.dunningEnd === 'cancel') {
    cancelNow(world, late, { reason: 'payment_failed' })
  } else if (world.dunningEnd === 'unpaid') {
    change(world, 'subscription', late, { status: 'unpaid' }, 'customer.subscription.updated')
  }
}

/** 23 hours without a first payment: over for good. */
export function expireIncomplete(world: World, row: SubscriptionRow): void {
  if (row.status !== 'incomplete') return
  const now = timeFor(world, row.customer)
  unschedule(world, 'subscription.renew', row.id)
  const invoice = world.store.get('invoice', row.latest_invoice)
  if (invoice?.status === 'open') voidInvoice(world, invoice)
  change(
    world,
    'subscription',
    row,
    { status: 'incomplete_expired', ended_at: now, canceled_at: now },
    'customer.subscription.updated',
  )
}
