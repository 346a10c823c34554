import { LAST_INSTANT, LONGEST_ADVANCE } from '../core/clock.ts'
import { invalidRequest, StripeError } from '../core/errors.ts'
import { change, emit } from '../core/events.ts'
import type { TimerRow } from '../core/rows.ts'
import { timeOf, type World } from '../core/world.ts'
import { cancelNow } from './cancel.ts'
import { expireSession } from './checkout.ts'
import { collectInvoice, intentSettled, methodFor } from './collect.ts'
import { forfeitDispute } from './disputes.ts'
import { settleDebit } from './payments.ts'
import { expirePendingUpdate } from './pending-update.ts'
import { settleRefund } from './refunds.ts'
import { advanceInvoice, renew } from './renew.ts'
import { expireIncomplete } from './subscription-state.ts'
import { announceEnd, endSchedule } from '../resources/subscription-schedules.ts'
import { verifyTaxId } from './tax-ids.ts'
import type { TimerKind } from './timers.ts'

const DAY = 86_400
const KEPT_DAYS = 30

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
    if (row) announceEnd(world, row)
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

/** Of one instant these come first, so that nothing renews that was to end or to be forgotten. */
const endings: readonly TimerKind[] = ['subscription.cancel', 'subscription.pending']

/** The earliest timer due. */
function nextDue(world: World, clock: string | null, until: number): TimerRow | undefined {
  let next: TimerRow | undefined
  for (const timer of world.store.each('local.timer')) {
    if (timer.clock !== clock || timer.at > until) continue
    if (!next || timer.at < next.at || (timer.at === next.at && endings.includes(timer.kind))) next = timer
  }
  return next
}

/** What the API would refuse (a customer that is gone, say) simply does not happen; nobody is there to tell. */
function fire(world: World, kind: TimerKind, ref: string): void {
  try {
    handlers[kind](world, ref)
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
  }
}

/** Lets everything happen that is due on a clock (null: the world's own) up to `until`, each at its own second. */
export function runTimers(world: World, clock: string | null, until: number): void {
  for (let timer = nextDue(world, clock, until); timer; timer = nextDue(world, clock, until)) {
    const { kind, ref, at, id } = timer
    world.store.remove('local.timer', id)
    if (clock !== null) setFrozenTime(world, clock, at)
    world.clock.at(clock === null ? at * 1000 : null, () => fire(world, kind, ref))
  }
}

/** Moves a test clock forward, never back. */
export function setFrozenTime(world: World, clock: string, seconds: number): void {
  const row = world.store.get('test_helpers.test_clock', clock)
  if (row && row.frozen_time < seconds)
    world.store.put('test_helpers.test_clock', { ...row, frozen_time: seconds })
}

/** What may be advanced by, in words. */
export const ADVANCE_RULE = `seconds must be a whole number from 1 to ${LONGEST_ADVANCE} (ten years)`

/**
 * Moves the world's own clock forward by whole seconds, with all that happens on the way. Throws 400 for a step that
 * is none, is longer than ten years, or would lead past the last instant.
 */
export function advanceWorld(world: World, seconds: number): void {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_ADVANCE)
    throw invalidRequest(`${ADVANCE_RULE}, not ${seconds}.`, 'seconds')
  const left = LAST_INSTANT - world.clock.now()
  if (seconds > left) {
    throw invalidRequest(
      `The clock ends at ${new Date(LAST_INSTANT * 1000).toISOString()}: seconds can be at most ${left} now. POST /_local/reset sets it back to the present.`,
      'seconds',
    )
  }
  runTimers(world, null, world.clock.now() + seconds)
  world.clock.skippedMs += seconds * 1000
  forget(world)
}

/** Drops events (and their deliveries) older than 30 days on their own clock, as Stripe does. */
export function forget(world: World): void {
  const gone = new Set<string>()
  for (const event of world.store.all('event')) {
    if (event.created >= timeOf(world, event.data.object) - KEPT_DAYS * DAY) continue
    gone.add(event.id)
    world.store.remove('event', event.id)
  }
  if (gone.size > 0) {
    for (const row of world.store.all('local.delivery'))
      if (gone.has(row.event)) world.store.remove('local.delivery', row.id)
  }
  const yesterday = world.clock.now() - DAY
  for (const saved of world.store.all('local.idempotency'))
    if (saved.at < yesterday) world.store.remove('local.idempotency', saved.id)
}
