import type { SubscriptionItemRow, SubscriptionRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { amountOf } from '../objects/invoice-line.ts'
import { createInvoiceItem } from './invoice-items.ts'

/** Credit for what is left of the old items and, inside a cycle, the charge for what is left with the new. */
export function prorate(
  world: World,
  row: SubscriptionRow,
  items: readonly SubscriptionItemRow[],
  now: number,
  creditOnly: boolean,
): void {
  const { current_period_start: start = now, current_period_end: end = now } = row.items.data[0] ?? {}
  const left = Math.max(0, Math.min(1, (end - now) / Math.max(1, end - start)))
  const note = (item: SubscriptionItemRow, sign: 1 | -1) => {
    const amount = Math.round(sign * left * amountOf(item.price, item.quantity ?? 1))
    const name = world.store.get('product', item.price.product)?.name ?? 'subscription'
    if (amount === 0) return
    createInvoiceItem(world, {
      customer: row.customer,
      amount,
      currency: row.currency,
      quantity: item.quantity,
      description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${item.quantity ?? 1} × ${name}`,
      price: item.price,
      period: { start: now, end },
      subscription: row.id,
      subscriptionItem: item.id,
      proration: true,
    })
  }
  for (const old of row.items.data) {
    const next = items.find(({ id }) => id === old.id)
    const isSame = next?.price.id === old.price.id && next.quantity === old.quantity
    if (!isSame || creditOnly) note(old, -1)
    if (next && !isSame && !creditOnly) note(next, 1)
  }
  if (!creditOnly)
    for (const item of items) if (!row.items.data.some(({ id }) => id === item.id)) note(item, 1)
}
