import { change } from '../core/events.ts'
import type { InvoiceRow, SubscriptionRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { unschedule } from './timers.ts'

/** A paid invoice brings its subscription to life, or back to it. */
export function invoicePaid(world: World, row: SubscriptionRow, invoice: InvoiceRow): void {
  if (row.ended_at !== null) return
  const revives =
    ['incomplete', 'past_due', 'unpaid'].includes(row.status) && row.latest_invoice === invoice.id
  if (!revives) return
  unschedule(world, 'subscription.expire', row.id)
  change(world, 'subscription', row, { status: 'active' }, 'customer.subscription.updated')
}

/** A failed first payment leaves it incomplete; a failed renewal makes it past due. */
export function invoiceFailed(world: World, row: SubscriptionRow, invoice: InvoiceRow): void {
  if (row.status !== 'active' || row.latest_invoice !== invoice.id) return
  change(world, 'subscription', row, { status: 'past_due' }, 'customer.subscription.updated')
}
