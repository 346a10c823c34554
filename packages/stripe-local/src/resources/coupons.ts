import type { z } from 'zod'
import { invalidRequest, noSuch, noSuchReference } from '../core/errors.ts'
import { change, create, emit } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { CouponRow, PromotionCodeRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import {
  accepted,
  choice,
  decimal,
  flag,
  hash,
  int,
  listParams,
  params,
  text,
  intFrom,
  timestamp,
  clearableUpTo,
  textUpTo,
} from '../http/params.ts'
import { route, type Call } from '../http/route.ts'

const couponParams = params({
  id: text.optional(),
  amount_off: int.optional(),
  currency: text.optional(),
  duration: choice('forever', 'once', 'repeating').optional(),
  duration_in_months: intFrom(1, 1200).optional(),
  max_redemptions: int.optional(),
  metadata: metadata.optional(),
  name: clearableUpTo(40).optional(),
  percent_off: decimal.optional(),
  redeem_by: timestamp.optional(),
  ...accepted('applies_to', 'currency_options'),
})

function couponById(world: World, id: string): CouponRow {
  const row = world.store.get('coupon', id)
  if (!row) throw noSuch('coupon', id)
  return row
}

function createCoupon({ world, params: wanted }: Call<z.infer<typeof couponParams>>): CouponRow {
  if ((wanted.percent_off === undefined) === (wanted.amount_off === undefined)) {
    throw invalidRequest('You must pass exactly one of `percent_off` or `amount_off`.', 'percent_off')
  }
  const row: CouponRow = {
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
  return create(world, 'coupon', row, 'coupon.created')
}

const codeParams = params({
  promotion: hash({ type: choice('coupon').optional(), coupon: text }).optional(),
  /** Before Clover the coupon stood here. */
  coupon: text.optional(),
  active: flag.optional(),
  code: textUpTo(500).optional(),
  customer: text.optional(),
  expires_at: timestamp.optional(),
  max_redemptions: int.optional(),
  metadata: metadata.optional(),
  ...accepted('customer_account', 'restrictions'),
})

function createCode({ world, params: wanted }: Call<z.infer<typeof codeParams>>): PromotionCodeRow {
  const coupon = wanted.promotion?.coupon ?? wanted.coupon ?? ''
  if (!world.store.get('coupon', coupon)) throw noSuchReference('coupon', coupon, 'promotion[coupon]')
  const row: PromotionCodeRow = {
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
  return create(world, 'promotion_code', row, 'promotion_code.created')
}

function codeById(world: World, id: string): PromotionCodeRow {
  const row = world.store.get('promotion_code', id)
  if (!row) throw noSuch('promotion code', id)
  return row
}

export const couponRoutes = [
  route('POST', '/v1/coupons', couponParams, createCoupon),
  route('GET', '/v1/coupons', listParams({}), ({ world, params: wanted, url }) =>
    page(url, world.store.all('coupon'), wanted),
  ),
  route('GET', '/v1/coupons/:id', params({}), ({ world, path }) => couponById(world, path())),
  route(
    'POST',
    '/v1/coupons/:id',
    params({
      metadata: metadata.optional(),
      name: clearableUpTo(40).optional(),
      ...accepted('currency_options'),
    }),
    ({ world, params: wanted, path }) => {
      const row = couponById(world, path())
      return change(
        world,
        'coupon',
        row,
        { ...pick(wanted, 'name'), metadata: mergeMetadata(row.metadata, wanted.metadata) },
        'coupon.updated',
      )
    },
  ),
  route('DELETE', '/v1/coupons/:id', params({}), ({ world, path }) => {
    const row = couponById(world, path())
    world.store.remove('coupon', row.id)
    emit(world, 'coupon.deleted', row)
    return { id: row.id, object: 'coupon', deleted: true }
  }),
  route('POST', '/v1/promotion_codes', codeParams, createCode),
  route(
    'GET',
    '/v1/promotion_codes',
    listParams({
      active: flag.optional(),
      code: textUpTo(500).optional(),
      coupon: text.optional(),
      customer: text.optional(),
      ...accepted('customer_account'),
    }),
    ({ world, params: wanted, url }) => {
      const seen = world.store
        .all('promotion_code')
        .filter(
          (row) =>
            (wanted.active ?? row.active) === row.active &&
            (wanted.code ?? row.code).toLowerCase() === row.code.toLowerCase() &&
            (wanted.coupon ?? row.promotion.coupon) === row.promotion.coupon,
        )
      return page(url, seen, wanted)
    },
  ),
  route('GET', '/v1/promotion_codes/:id', params({}), ({ world, path }) => codeById(world, path())),
  route(
    'POST',
    '/v1/promotion_codes/:id',
    params({ active: flag.optional(), metadata: metadata.optional(), ...accepted('restrictions') }),
    ({ world, params: wanted, path }) => {
      const row = codeById(world, path())
      return change(
        world,
        'promotion_code',
        row,
        { ...pick(wanted, 'active'), metadata: mergeMetadata(row.metadata, wanted.metadata) },
        'promotion_code.updated',
      )
    },
  ),
]
