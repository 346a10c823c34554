import type { DiscountRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'

type DiscountWishes = {
  coupon: string
  code: string | undefined
  customer: string | null
  subscription?: string | null
  /** Unix seconds; without an end it is `once` or `forever`. */
  start: number
  end: number | null
}

/** A coupon that was redeemed; not yet stored. */
export function discountFrom(world: World, wanted: DiscountWishes): DiscountRow {
  return {
    id: world.ids.next('di'),
    object: 'discount',
    checkout_session: null,
    customer: wanted.customer,
    customer_account: null,
    end: wanted.end,
    invoice: null,
    invoice_item: null,
    promotion_code: wanted.code ?? null,
    source: { coupon: wanted.coupon, type: 'coupon' },
    start: wanted.start,
    subscription: wanted.subscription ?? null,
    subscription_item: null,
  }
}
