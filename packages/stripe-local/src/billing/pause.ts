import { change } from '../core/events.ts'
import type { SubscriptionRow } from '../core/rows.ts'
import { unschedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'

export type PauseCause =
  'final_payment_failure' | 'first_payment_failure' | 'trial_end_without_payment_method'

/** Who may pause on a failed payment (docs.stripe.com/billing/subscriptions/pause, "Limitations"). */
export const canPause = (row: SubscriptionRow): boolean =>
  row.billing_mode.type === 'flexible' &&
  row.collection_method === 'charge_automatically' &&
  row.schedule === null &&
  row.pending_update === null

/** Stops service and invoices until the subscription is resumed; what is open stays collectible. */
export function pause(world: World, row: SubscriptionRow, type: PauseCause): SubscriptionRow {
  unschedule(world, 'subscription.renew', row.id)
  const paused = {
    subscription: { type },
    transitioned_at: timeFor(world, row.customer),
    type: 'subscription',
  }
  return change(
    world,
    'subscription',
    row,
    { status: 'paused', status_details: { paused } },
    'customer.subscription.updated',
    'customer.subscription.paused',
  )
}

/** Ends a pause; nothing says any more why there was one. */
export function unpause(
  world: World,
  row: SubscriptionRow,
  patch: Partial<SubscriptionRow> = {},
): SubscriptionRow {
  return change(
    world,
    'subscription',
    row,
    { ...patch, status: 'active', status_details: undefined },
    'customer.subscription.updated',
    'customer.subscription.resumed',
  )
}

/** Whether a failed payment paused it, and the account resumes such ones when the invoice is paid or forgiven. */
export function resumesByItself(world: World, row: SubscriptionRow): boolean {
  const cause = row.status_details?.paused?.subscription.type
  const isByPayment = cause === 'first_payment_failure' || cause === 'final_payment_failure'
  return row.status === 'paused' && isByPayment && world.rules.pauseEnd === 'on_payment'
}
