import type { World } from '../core/world.ts'
import { sessionOf } from './checkout-session.ts'
import { amountOf } from './invoice-line.ts'
import { priceOf } from './price.ts'

/** The line items of a session as the API lists them; each bears its share of the discount. */
export function lineItemsOf(world: World, session: string): object[] {
  const { total_details: totals, amount_subtotal: subtotal } = sessionOf(world, session)
  let left = totals?.amount_discount ?? 0
  return (world.store.get('local.checkout_plan', session)?.items ?? []).map((item) => {
    const price = priceOf(world, item.price)
    const amount = amountOf(price, item.quantity)
    const share = (amount * (totals?.amount_discount ?? 0)) / (subtotal || 1)
    const discount = Math.min(left, amount, Math.ceil(share))
    left -= discount
    const description = world.store.get('product', price.product)?.name ?? null
    return {
      id: item.id,
      object: 'item',
      amount_discount: discount,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount - discount,
      currency: price.currency,
      description,
      metadata: {},
      price,
      quantity: item.quantity,
    }
  })
}
