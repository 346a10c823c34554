import { change } from '../core/events.ts'
import type { SubscriptionRow } from '../core/rows.ts'
import { unschedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'

type Reason = { comment?: string | null | undefined; feedback?: string | null | undefined; reason?: string }

/** Ends a subscription at once. A canceled one stays as it is for ever. */
export function cancelNow(world: World, row: SubscriptionRow, details: Reason = {}): SubscriptionRow {
  const now = timeFor(world, row.customer)
  for (const kind of [
    'subscription.renew',
    'subscription.cancel',
    'subscription.expire',
    'subscription.trial_notice',
    'subscription.resume',
    'subscription.pending',
  ] as const) {
    unschedule(world, kind, row.id)
  }
  stopCollecting(world, row)
  return change(
    world,
    'subscription',
    row,
    {
      status: 'canceled',
      canceled_at: row.canceled_at ?? now,
      ended_at: now,
      cancellation_details: {
        comment: details.comment ?? row.cancellation_details?.comment ?? null,
        feedback: details.feedback ?? row.cancellation_details?.feedback ?? null,
        feedback_option: null,
        reason: details.reason ?? 'cancellation_requested',
      },
    },
    'customer.subscription.deleted',
  )
}

/** What is still open stays open, to be paid by hand: nobody charges a card for an ended subscription. */
function stopCollecting(world: World, row: SubscriptionRow): void {
  for (const invoice of world.store.all('invoice')) {
    if (invoice.parent?.subscription_details?.subscription !== row.id) continue
    if (invoice.status !== 'open' && invoice.status !== 'draft') continue
    unschedule(world, 'invoice.retry', invoice.id)
    unschedule(world, 'invoice.advance', invoice.id)
    const stopped = { auto_advance: false, next_payment_attempt: null }
    change(world, 'invoice', invoice, stopped, 'invoice.updated')
  }
}
