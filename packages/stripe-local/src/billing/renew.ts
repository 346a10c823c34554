import { change, emit } from '../core/events.ts'
import type { InvoiceRow, SubscriptionRow } from '../core/rows.ts'
import { schedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { itemLine } from '../objects/invoice-line.ts'
import { cancelNow } from './cancel.ts'
import { collectInvoice, methodFor, methodOfSubscription } from './collect.ts'
import { claimItems, lineOfItem, pendingItems } from './invoice-items.ts'
import { draftInvoice, finalizeInvoice } from './invoicing.ts'
import { pause } from './pause.ts'
import { periodEndAfter } from './periods.ts'
import { voidInvoice, writeOff } from './write-off.ts'

const HOUR = 3600

/** The end of a period: a trial turns into a paid period, an active subscription gets its next one. */
export function renew(world: World, row: SubscriptionRow): void {
  if (row.ended_at !== null || row.status === 'paused' || row.status === 'incomplete') return
  if (row.status === 'trialing' && endsWithoutMethod(world, row)) return
  startPeriod(world, row, row.items.data[0]?.current_period_end ?? timeFor(world, row.customer))
}

/** A trial that ends without anything to charge is canceled or paused when it was asked to be. */
export function endsWithoutMethod(world: World, row: SubscriptionRow): boolean {
  if (methodOfSubscription(world, row) !== null) return false
  const ending = row.trial_settings?.end_behavior.missing_payment_method
  if (ending === 'cancel') cancelNow(world, row, { reason: 'payment_failed' })
  if (ending === 'pause') pause(world, row, 'trial_end_without_payment_method')
  return ending === 'cancel' || ending === 'pause'
}

/** Moves every item to the period that begins at `start`, and drafts its invoice. */
export function startPeriod(world: World, row: SubscriptionRow, start: number): InvoiceRow | undefined {
  const every = row.items.data[0]?.price.recurring ?? { interval: 'month', interval_count: 1 }
  const end = periodEndAfter(row.billing_cycle_anchor, start, every)
  const period = { start, end }
  const items = {
    ...row.items,
    data: row.items.data.map((item) => ({ ...item, current_period_start: start, current_period_end: end })),
  }
  const customer = world.store.get('customer', row.customer)
  if (!customer || customer.deleted) return undefined
  const pending = pendingItems(world, customer.id, row.id)
  const status = row.status === 'trialing' ? 'active' : row.status
  const invoice = draftInvoice(world, {
    customer,
    subscription: row,
    reason: 'subscription_cycle',
    currency: row.currency,
    collection: row.collection_method,
    daysUntilDue: row.days_until_due,
    lines: [
      ...pending.map((item) => lineOfItem(world, item)),
      ...items.data.map((item) => itemLine(world, item, period)),
    ],
    period: { start: row.items.data[0]?.current_period_start ?? start, end: start },
    // An unpaid subscription keeps drafting, but nobody collects.
    autoAdvance: row.status !== 'unpaid' && row.pause_collection?.behavior !== 'keep_as_draft',
  })
  claimItems(world, pending, invoice.id)
  change(
    world,
    'subscription',
    row,
    { items, status, latest_invoice: invoice.id },
    'customer.subscription.updated',
  )
  schedule(world, 'subscription.renew', row.id, end, row.test_clock)
  // Stripe leaves a renewal open for changes for about an hour before it finalizes it.
  if (invoice.auto_advance) schedule(world, 'invoice.advance', invoice.id, start + HOUR, row.test_clock)
  return invoice
}

/** Finalizes and collects a draft whose hour is over. */
export function advanceInvoice(world: World, row: InvoiceRow): void {
  if (row.status !== 'draft' || !row.auto_advance) return
  const subscription = world.store.get('subscription', row.parent?.subscription_details?.subscription)
  if (subscription?.ended_at != null) return
  const open = finalizeInvoice(world, row)
  const pause = subscription?.pause_collection?.behavior
  if (pause === 'void') return void voidInvoice(world, open)
  if (pause === 'mark_uncollectible') return void writeOff(world, open, 'subscription_paused')
  if (open.collection_method === 'send_invoice') return void emit(world, 'invoice.sent', open)
  collectInvoice(world, open, methodFor(world, open), { offSession: true })
}
