import { noSuch } from '../core/errors.ts'
import type { Metadata, PriceRow, SubscriptionItemRow, SubscriptionRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { planFrom } from './plan.ts'

export type ItemWish = { price: PriceRow; quantity?: number | undefined; metadata?: Metadata | undefined }

export function subscriptionById(world: World, id: string): SubscriptionRow {
  const row = world.store.get('subscription', id)
  if (!row) throw noSuch('subscription', id)
  return row
}

/** A new item of a subscription. */
export function itemFrom(
  world: World,
  subscription: string,
  { price, quantity, metadata }: ItemWish,
  period: { start: number; end: number },
): SubscriptionItemRow {
  return {
    id: world.ids.next('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: period.start,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: metadata ?? {},
    plan: planFrom(price),
    price,
    ...(price.recurring?.usage_type === 'metered' ? {} : { quantity: quantity ?? 1 }),
    subscription,
    tax_rates: [],
  }
}

/**
 * What a new end of the period does to a planned end: one by `cancel_at_period_end` moves with it, one by `cancel_at`
 * stays (docs.stripe.com/changelog/basil/2025-07-30/cancel-at-enums).
 */
export const endWithPeriod = (row: SubscriptionRow, end: number): { cancel_at?: number } =>
  row.cancel_at_period_end ? { cancel_at: end } : {}
