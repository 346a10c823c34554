import { noSuch } from '../core/errors.ts'
import { mergeMetadata } from '../core/fields.ts'
import type { CouponRow, Metadata } from '../core/rows.ts'
import type { World } from '../core/world.ts'

export type CouponWishes = {
  id?: string | undefined
  amount_off?: number | undefined
  currency?: string | undefined
  duration?: string | undefined
  duration_in_months?: number | undefined
  max_redemptions?: number | undefined
  metadata?: Metadata | '' | undefined
  name?: string | null | undefined
  percent_off?: number | undefined
  redeem_by?: number | undefined
}

/** A new coupon; not yet stored. */
export function couponFrom(world: World, wanted: CouponWishes): CouponRow {
  return {
    id: wanted.id ?? world.ids.next('x', 8).slice(2),
    object: 'coupon',
    amount_off: wanted.amount_off ?? null,
    created: world.clock.now(),
    currency: wanted.currency?.toLowerCase() ?? null,
    duration: wanted.duration ?? 'once',
    duration_in_months: wanted.duration_in_months ?? null,
    livemode: false,
    max_redemptions: wanted.max_redemptions ?? null,
    metadata: mergeMetadata({}, wanted.metadata),
    name: wanted.name ?? null,
    percent_off: wanted.percent_off ?? null,
    redeem_by: wanted.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  }
}

export function couponById(world: World, id: string): CouponRow {
  const row = world.store.get('coupon', id)
  if (!row) throw noSuch('coupon', id)
  return row
}
