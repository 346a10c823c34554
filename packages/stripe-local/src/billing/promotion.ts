import type { SessionRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { discountOn } from './discounts.ts'

/** Applies a code the shopper typed to an open session; false when it is not one that holds now. */
export function applyPromotion(world: World, session: SessionRow, typed: string): boolean {
  const plan = world.store.get('local.checkout_plan', session.id)
  const code = world.store
    .all('promotion_code')
    .find((row) => row.code.toLowerCase() === typed.trim().toLowerCase())
  const coupon = world.store.get('coupon', code?.promotion.coupon)
  const isOver = code?.expires_at != null && code.expires_at <= world.clock.now()
  if (!plan || !code?.active || isOver || !coupon?.valid) return false
  const subtotal = session.amount_subtotal ?? 0
  const off = discountOn(coupon, subtotal, session.currency ?? 'usd')
  world.store.put('local.checkout_plan', { ...plan, discounts: [{ promotion_code: code.id }] })
  world.store.put('checkout.session', {
    ...session,
    amount_total: subtotal - off,
    discounts: [{ coupon: null, promotion_code: code.id }],
    total_details: { amount_discount: off, amount_shipping: 0, amount_tax: 0 },
  })
  return true
}
