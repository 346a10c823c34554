import { invalidRequest, noSuchReference } from '../core/errors.ts'
import { create } from '../core/events.ts'
import type { CouponRow, DiscountRow, InvoiceLineRow, PromotionCodeRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { discountFrom } from '../objects/discount.ts'
import { movedBy } from './periods.ts'

export type CouponWish = {
  coupon?: string | undefined
  promotion_code?: string | undefined
  discount?: string | undefined
}
type Holder = { customer: string | null; subscription?: string | null }

/** The coupon a wish names, and the promotion code it came by; refused when it can no longer be redeemed. */
export function couponOf(
  world: World,
  wish: CouponWish,
): { coupon: CouponRow; code: PromotionCodeRow | undefined } {
  const code = world.store.get('promotion_code', wish.promotion_code)
  if (wish.promotion_code !== undefined && !code)
    throw noSuchReference('promotion code', wish.promotion_code, 'promotion_code')
  const id = wish.coupon ?? code?.promotion.coupon ?? ''
  const coupon = world.store.get('coupon', id)
  if (!coupon) throw noSuchReference('coupon', id, 'coupon')
  if (!coupon.valid || code?.active === false)
    throw invalidRequest(
      `Coupon ${id} is used up or expired, and cannot be applied.`,
      'coupon',
      'coupon_expired',
    )
  return { coupon, code }
}

/** Redeems a coupon: a discount on a subscription or a customer, for as long as the coupon says. */
export function grantDiscount(world: World, wish: CouponWish, holder: Holder): DiscountRow {
  const { coupon, code } = couponOf(world, wish)
  const now = timeFor(world, holder.customer)
  const times = coupon.times_redeemed + 1
  const isUsedUp = coupon.max_redemptions !== null && times >= coupon.max_redemptions
  world.store.put('coupon', { ...coupon, times_redeemed: times, valid: coupon.valid && !isUsedUp })
  if (code) world.store.put('promotion_code', { ...code, times_redeemed: code.times_redeemed + 1 })
  const months = coupon.duration === 'repeating' ? (coupon.duration_in_months ?? 1) : 0
  const end = months > 0 ? movedBy(now, { interval: 'month', interval_count: 1 }, months) : null
  const row = discountFrom(world, { coupon: coupon.id, code: code?.id, ...holder, start: now, end })
  return create(world, 'discount', row, 'customer.discount.created')
}

/** Whether a discount still takes something off: `once` is used by the first invoice, `repeating` has an end. */
export function isRunning(world: World, id: string): boolean {
  const row = world.store.get('discount', id)
  if (!row) return false
  const coupon = world.store.get('coupon', row.source.coupon)
  if (coupon?.duration === 'once' && row.invoice !== null) return false
  return row.end === null || row.end > timeFor(world, row.customer)
}

/** What a coupon takes off an amount, in minor units and never more than the amount. */
export function discountOn(coupon: CouponRow, amount: number, currency: string): number {
  if (amount <= 0) return 0
  if (coupon.percent_off !== null) return Math.round((amount * coupon.percent_off) / 100)
  return coupon.currency === currency ? Math.min(amount, coupon.amount_off ?? 0) : 0
}

/** The lines with what each discount takes off them; a fixed amount is spent from the first line on. */
export function discountedLines(
  world: World,
  lines: InvoiceLineRow[],
  discounts: readonly string[],
  currency: string,
): InvoiceLineRow[] {
  return discounts.reduce((current, id) => {
    const discount = world.store.get('discount', id)
    const coupon = world.store.get('coupon', discount?.source.coupon)
    if (!discount || !coupon) return current
    if (coupon.duration === 'once')
      world.store.put('discount', { ...discount, invoice: current[0]?.invoice ?? null })
    let left = coupon.amount_off ?? Infinity
    return current.map((line) => {
      if (!line.discountable) return line
      const before = line.amount - (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
      const amount = Math.min(left, discountOn(coupon, before, currency))
      left -= amount
      return {
        ...line,
        discounts: [...line.discounts, id],
        discount_amounts: [...(line.discount_amounts ?? []), { amount, discount: id }],
      }
    })
  }, lines)
}
