import { StripeError } from '../core/errors.ts'
import { change, emit } from '../core/events.ts'
import type { TimerKind } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { cancelNow } from './cancel.ts'
import { expireSession } from './checkout.ts'
import { collectInvoice, intentSettled, methodFor } from './collect.ts'
import { forfeitDispute } from './disputes.ts'
import { settleDebit } from './payments.ts'
import { expirePendingUpdate } from './pending-update.ts'
import { settleRefund } from './refunds.ts'
import { advanceInvoice, renew } from './renew.ts'
import { announceScheduleEnd, beginPhase, endSchedule } from './schedules.ts'
import { expireIncomplete, invoiceOverdue } from './subscription-state.ts'
import { verifyTaxId } from './tax-ids.ts'

/** What each kind of timer does to its object, as it is when the time comes. */
const handlers: Record<TimerKind, (world: World, ref: string) => void> = {
  'dispute.due': (world, ref) => {
    const row = world.store.get('dispute', ref)
    if (row) forfeitDispute(world, row)
  },
  'invoice.advance': (world, ref) => {
    const row = world.store.get('invoice', ref)
    if (row) advanceInvoice(world, row)
  },
  'invoice.overdue': (world, ref) => {
    const row = world.store.get('invoice', ref)
    if (row) invoiceOverdue(world, row)
  },
  'invoice.retry': (world, ref) => {
    const row = world.store.get('invoice', ref)
    if (row?.status === 'open')
      collectInvoice(world, row, methodFor(world, row), { offSession: true, isRetry: true })
  },
  'payment.settle': (world, ref) => {
    const row = world.store.get('payment_intent', ref)
    if (row) intentSettled(world, settleDebit(world, row))
  },
  'refund.settle': (world, ref) => {
    const row = world.store.get('refund', ref)
    if (row) settleRefund(world, row)
  },
  'schedule.end': (world, ref) => {
    const row = world.store.get('subscription_schedule', ref)
    if (row) endSchedule(world, row)
  },
  'schedule.expiring': (world, ref) => {
    const row = world.store.get('subscription_schedule', ref)
    if (row) announceScheduleEnd(world, row)
  },
  'schedule.phase': (world, ref) => {
    const row = world.store.get('subscription_schedule', ref)
    if (row) beginPhase(world, row)
  },
  'session.expire': (world, ref) => {
    const row = world.store.get('checkout.session', ref)
    if (row?.status === 'open') expireSession(world, row)
  },
  'subscription.cancel': (world, ref) => {
    const row = world.store.get('subscription', ref)
    if (row?.ended_at === null && row.cancel_at !== null) cancelNow(world, row)
  },
  'subscription.expire': (world, ref) => {
    const row = world.store.get('subscription', ref)
    if (row) expireIncomplete(world, row)
  },
  'subscription.pending': (world, ref) => {
    const row = world.store.get('subscription', ref)
    if (row) expirePendingUpdate(world, row)
  },
  'subscription.renew': (world, ref) => {
    const row = world.store.get('subscription', ref)
    if (row) renew(world, row)
  },
  'subscription.resume': (world, ref) => {
    const row = world.store.get('subscription', ref)
    if (row?.pause_collection)
      change(world, 'subscription', row, { pause_collection: null }, 'customer.subscription.updated')
  },
  'tax_id.verify': (world, ref) => {
    const row = world.store.get('tax_id', ref)
    if (row) verifyTaxId(world, row)
  },
  'subscription.trial_notice': (world, ref) => {
    const row = world.store.get('subscription', ref)
    if (row?.status === 'trialing') emit(world, 'customer.subscription.trial_will_end', row)
  },
}

/** What the API would refuse (a customer that is gone, say) simply does not happen; nobody is there to tell. */
export function fire(world: World, kind: TimerKind, ref: string): void {
  try {
    handlers[kind](world, ref)
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
  }
}
