import type { z } from 'zod'
import { refuseMixedCurrencies } from '../billing/currency.ts'
import { grantDiscount } from '../billing/discounts.ts'
import { unpause } from '../billing/pause.ts'
import { endsWithoutMethod, startPeriod } from '../billing/renew.ts'
import { scheduleLife } from '../billing/subscribe.ts'
import { endTrial, type ItemChange, updateItems } from '../billing/update.ts'
import { invalidRequest, noSuchReference } from '../core/errors.ts'
import { change } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { SubscriptionRow } from '../core/rows.ts'
import { schedule, unschedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import type { Call } from '../http/route.ts'
import { priceOf } from '../objects/price.ts'
import { endWithPeriod, subscriptionById } from '../objects/subscription.ts'
import { expectPendable } from './pending-updates.ts'
import { refusePeriodEnd } from './subscription-lookup.ts'
import type { item, resumeParams, updateParams } from './subscription-update-params.ts'

type Wishes = z.infer<typeof updateParams>

const CANCELED = 'A canceled subscription can only update its cancellation_details and metadata.'

export function updateSubscription({ world, params: wanted, path }: Call<Wishes>): SubscriptionRow {
  const row = subscriptionById(world, path())
  const meta = { metadata: mergeMetadata(row.metadata, wanted.metadata) }
  if (row.ended_at !== null) {
    if (wanted.items || wanted.cancel_at_period_end !== undefined)
      throw invalidRequest(CANCELED, undefined, 'invalid_canceled_subscription_fields')
    return change(world, 'subscription', row, meta, 'customer.subscription.updated')
  }
  if (
    row.schedule !== null &&
    (wanted.cancel_at !== undefined || wanted.cancel_at_period_end !== undefined)
  ) {
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${row.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    )
  }
  refusePeriodEnd(row.billing_mode.type, wanted.cancel_at)
  expectPendable(world, row, wanted, 'subscription')
  const patch = { ...meta, ...patchFrom(world, row, wanted) }
  if (wanted.trial_end === 'now' && row.status === 'trialing') {
    return endsWithoutMethod(world, row) ? subscriptionById(world, row.id) : endTrial(world, row, patch)
  }
  const changes = (wanted.items ?? []).map((wish, index) => itemChange(world, row, wish, index))
  const prices = changes.map(({ price }) => price)
  refuseMixedCurrencies(prices, row.currency, (index) => `items[${index}][price]`)
  const resets = wanted.billing_cycle_anchor === 'now'
  const updated =
    changes.length > 0 || resets
      ? updateItems(world, row, {
          changes,
          proration: wanted.proration_behavior ?? 'create_prorations',
          prorationDate: wanted.proration_date,
          resetAnchor: resets,
          behaviour: wanted.payment_behavior,
          patch,
        })
      : change(world, 'subscription', row, patch, 'customer.subscription.updated')
  reschedule(world, row, updated)
  return subscriptionById(world, row.id)
}

function itemChange(
  world: World,
  row: SubscriptionRow,
  wish: z.infer<typeof item>,
  index: number,
): ItemChange {
  const id = wish.price ?? wish.plan
  const old = row.items.data.find((known) => known.id === wish.id)
  if (wish.id !== undefined && !old)
    throw noSuchReference('subscription item', wish.id, `items[${index}][id]`)
  return {
    id: wish.id,
    price: id === undefined ? undefined : priceOf(world, id, `items[${index}][price]`),
    quantity: wish.quantity,
    deleted: wish.deleted,
    metadata: wish.metadata === undefined ? undefined : mergeMetadata(old?.metadata ?? {}, wish.metadata),
  }
}

/** Everything of an update that is not about items. */
function patchFrom(world: World, row: SubscriptionRow, wanted: Wishes): Partial<SubscriptionRow> {
  const period = row.items.data[0]?.current_period_end ?? row.created
  const end = typeof wanted.trial_end === 'number' ? wanted.trial_end : period
  const now = timeFor(world, row.customer)
  const patch: Partial<SubscriptionRow> = {
    ...pick(wanted, 'collection_method', 'days_until_due', 'default_payment_method', 'description'),
    ...(typeof wanted.trial_end === 'number' ? trialUntil(row, wanted.trial_end, now) : {}),
  }
  if (wanted.cancel_at_period_end !== undefined) {
    Object.assign(patch, {
      cancel_at_period_end: wanted.cancel_at_period_end,
      ...cancelPatch(wanted.cancel_at_period_end ? end : null, now),
    })
  }
  if (wanted.cancel_at !== undefined)
    Object.assign(patch, {
      cancel_at_period_end: false,
      ...cancelPatch(typeof wanted.cancel_at === 'string' ? end : wanted.cancel_at, now),
    })
  if (wanted.cancellation_details) {
    patch.cancellation_details = {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
      ...row.cancellation_details,
      ...wanted.cancellation_details,
    }
  }
  if (wanted.pause_collection !== undefined) {
    patch.pause_collection =
      wanted.pause_collection === ''
        ? null
        : {
            behavior: wanted.pause_collection.behavior,
            resumes_at: wanted.pause_collection.resumes_at ?? null,
          }
  }
  const coupons = wanted.coupon === undefined ? wanted.discounts : [{ coupon: wanted.coupon }]
  if (coupons !== undefined)
    patch.discounts =
      coupons === ''
        ? []
        : coupons.map(
            (wish) =>
              wish.discount ??
              grantDiscount(world, wish, { customer: row.customer, subscription: row.id }).id,
          )
  return patch
}

const cancelPatch = (at: number | null, now: number) => ({
  cancel_at: at,
  canceled_at: at === null ? null : now,
  cancellation_details: {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: at === null ? null : 'cancellation_requested',
  },
})

function trialUntil(row: SubscriptionRow, end: number, now: number): Partial<SubscriptionRow> {
  const data = row.items.data.map((known) => ({ ...known, current_period_end: end }))
  return {
    trial_end: end,
    trial_start: row.trial_start ?? now,
    billing_cycle_anchor: end,
    status: 'trialing',
    ...endWithPeriod(row, end),
    items: { ...row.items, data },
  }
}

function reschedule(world: World, before: SubscriptionRow, after: SubscriptionRow): void {
  if (after.ended_at !== null) return
  if (after.cancel_at === null) unschedule(world, 'subscription.cancel', after.id)
  if (before.cancel_at !== after.cancel_at || before.trial_end !== after.trial_end) scheduleLife(world, after)
  const resumes = after.pause_collection?.resumes_at
  if (resumes == null) unschedule(world, 'subscription.resume', after.id)
  else schedule(world, 'subscription.resume', after.id, resumes, after.test_clock)
}

/** A paused subscription (a trial that ended without a card) begins its first paid period now. */
export function resumeSubscription({ world, path }: Call<z.infer<typeof resumeParams>>): SubscriptionRow {
  const row = subscriptionById(world, path())
  if (row.status !== 'paused') throw invalidRequest(`Subscription ${row.id} is not paused.`, undefined)
  const now = timeFor(world, row.customer)
  const resumed = unpause(world, row, { billing_cycle_anchor: now })
  startPeriod(world, resumed, now)
  return subscriptionById(world, row.id)
}
