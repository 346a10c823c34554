import { noSuch } from '../core/errors.ts'
import { mergeMetadata } from '../core/fields.ts'
import type { Metadata, PromotionCodeRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'

export type PromotionCodeWishes = {
  active?: boolean | undefined
  code?: string | undefined
  customer?: string | undefined
  expires_at?: number | undefined
  max_redemptions?: number | undefined
  metadata?: Metadata | '' | undefined
}

/** A new promotion code for a coupon; not yet stored. */
export function promotionCodeFrom(
  world: World,
  coupon: string,
  wanted: PromotionCodeWishes,
): PromotionCodeRow {
  return {
    id: world.ids.next('promo'),
    object: 'promotion_code',
    active: wanted.active ?? true,
    code: wanted.code ?? world.ids.next('x', 8).slice(2).toUpperCase(),
    created: world.clock.now(),
    customer: wanted.customer ?? null,
    customer_account: null,
    expires_at: wanted.expires_at ?? null,
    livemode: false,
    max_redemptions: wanted.max_redemptions ?? null,
    metadata: mergeMetadata({}, wanted.metadata),
    promotion: { coupon, type: 'coupon' },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  }
}

export function promotionCodeById(world: World, id: string): PromotionCodeRow {
  const row = world.store.get('promotion_code', id)
  if (!row) throw noSuch('promotion code', id)
  return row
}
