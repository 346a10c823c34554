import { change } from '../core/events.ts'
import type { SubscriptionRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { unschedule } from './timers.ts'

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
  ] as const) {
    unschedule(world, kind, row.id)
  }
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
