import { change } from '../core/events.ts'
import type { InvoiceRow, SubscriptionRow } from '../core/rows.ts'
import { schedule, unschedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { cancelNow } from './cancel.ts'
import { canPause, pause, resumesByItself, unpause } from './pause.ts'
import { applyPendingUpdate } from './pending-update.ts'
import { voidInvoice } from './write-off.ts'

const DAY = 86_400
/** Days between the attempts to collect a renewal, Stripe's default of four tries in about three weeks. */
const RETRY_DAYS = [3, 5, 7]

/** A paid invoice brings its subscription to life, or back to it. */
export function invoicePaid(world: World, row: SubscriptionRow, invoice: InvoiceRow): void {
  if (row.ended_at !== null) return
  if (row.pending_update && row.latest_invoice === invoice.id) return applyPendingUpdate(world, row)
  if (resumesByItself(world, row) && row.latest_invoice === invoice.id) return resume(world, row)
  const revives = isLate(row) || row.status === 'incomplete'
  if (!revives || !settlesDebt(world, row, invoice)) return
  unschedule(world, 'subscription.expire', row.id)
  change(world, 'subscription', row, { status: 'active' }, 'customer.subscription.updated')
}

/** Goes on with the period that was paid for; one that is over already begins anew. */
function resume(world: World, row: SubscriptionRow): void {
  const now = timeFor(world, row.customer)
  const end = row.items.data[0]?.current_period_end ?? now
  const next = unpause(world, row, end > now ? {} : { billing_cycle_anchor: now })
  schedule(world, 'subscription.renew', next.id, Math.max(end, now), next.test_clock)
}

const isLate = ({ status }: SubscriptionRow): boolean => status === 'past_due' || status === 'unpaid'

/** Only the latest invoice counts; where any overdue one makes late, none may be left. */
function settlesDebt(world: World, row: SubscriptionRow, invoice: InvoiceRow): boolean {
  if (row.latest_invoice === invoice.id) return true
  if (world.rules.overdue === 'latest' || row.collection_method !== 'send_invoice') return false
  return !invoicesOf(world, row).some((other) => other.status === 'open' && isOverdue(world, other))
}

const invoicesOf = (world: World, row: SubscriptionRow): InvoiceRow[] =>
  world.store.all('invoice').filter(({ parent }) => parent?.subscription_details?.subscription === row.id)

const isOverdue = (world: World, { due_date: due, customer }: InvoiceRow): boolean =>
  due !== null && due <= timeFor(world, customer)

/**
 * The due date of an invoice by mail has come: if it is not paid, its subscription is late. Of an older one than the
 * latest finalized the pages say nothing, so `rules.overdue` does.
 */
export function invoiceOverdue(world: World, invoice: InvoiceRow): void {
  const row = world.store.get('subscription', invoice.parent?.subscription_details?.subscription)
  if (row?.status !== 'active' || invoice.status !== 'open' || !isOverdue(world, invoice)) return
  const finalized = invoicesOf(world, row).findLast(({ status }) => status !== 'draft')
  if (world.rules.overdue === 'latest' && finalized?.id !== invoice.id) return
  change(world, 'subscription', row, { status: 'past_due' }, 'customer.subscription.updated')
}

/** The latest invoice of a late subscription was given up as lost: nothing is owed that anybody still asks for. */
export function invoiceForgiven(world: World, invoice: InvoiceRow): void {
  const row = world.store.get('subscription', invoice.parent?.subscription_details?.subscription)
  if (row && resumesByItself(world, row) && row.latest_invoice === invoice.id) return resume(world, row)
  if (!row || !isLate(row) || row.latest_invoice !== invoice.id || world.rules.writeOff !== 'active') return
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
  if (invoice.collection_method === 'send_invoice') return null
  return timeFor(world, invoice.customer) + days * DAY
}

/** A failed first payment leaves it incomplete; a failed renewal makes it past due, and in the end canceled. */
export function invoiceFailed(world: World, row: SubscriptionRow, invoice: InvoiceRow): void {
  if (row.latest_invoice !== invoice.id || row.ended_at !== null || row.pending_update) return
  // By mail it is the due date that makes late, not a card that was declined on the hosted page.
  if (row.collection_method === 'send_invoice') return
  const isRenewal = invoice.billing_reason === 'subscription_cycle'
  const pauses = world.rules.firstFailure === 'pause' && isRenewal && canPause(row)
  if (row.status === 'active' && pauses) return void pause(world, row, 'first_payment_failure')
  const late =
    row.status === 'active'
      ? change(world, 'subscription', row, { status: 'past_due' }, 'customer.subscription.updated')
      : row
  if (!isRenewal || late.status !== 'past_due') return
  if (invoice.next_payment_attempt !== null) {
    schedule(world, 'invoice.retry', invoice.id, invoice.next_payment_attempt, row.test_clock)
  } else if (world.dunningEnd === 'pause' && canPause(late)) {
    pause(world, late, 'final_payment_failure')
  } else if (world.dunningEnd === 'cancel' || world.dunningEnd === 'pause') {
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
