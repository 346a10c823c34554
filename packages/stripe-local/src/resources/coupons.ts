import type { z } from 'zod'
import { invalidRequest, noSuchReference } from '../core/errors.ts'
import { change, create, emit } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { CouponRow, PromotionCodeRow } from '../core/rows.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { accepted, hash, listParams, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import {
  choice,
  clearableUpTo,
  decimal,
  flag,
  int,
  intFrom,
  text,
  textUpTo,
  timestamp,
} from '../http/values.ts'
import { couponById, couponFrom } from '../objects/coupon.ts'
import { promotionCodeById, promotionCodeFrom } from '../objects/promotion-code.ts'

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

function createCoupon({ world, params: wanted }: Call<z.infer<typeof couponParams>>): CouponRow {
  if ((wanted.percent_off === undefined) === (wanted.amount_off === undefined)) {
    throw invalidRequest('You must pass exactly one of `percent_off` or `amount_off`.', 'percent_off')
  }
  return create(world, 'coupon', couponFrom(world, wanted), 'coupon.created')
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
  return create(world, 'promotion_code', promotionCodeFrom(world, coupon, wanted), 'promotion_code.created')
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
  route('GET', '/v1/promotion_codes/:id', params({}), ({ world, path }) => promotionCodeById(world, path())),
  route(
    'POST',
    '/v1/promotion_codes/:id',
    params({ active: flag.optional(), metadata: metadata.optional(), ...accepted('restrictions') }),
    ({ world, params: wanted, path }) => {
      const row = promotionCodeById(world, path())
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
