import { invalidRequest } from '../core/errors.ts'
import { change, create } from '../core/events.ts'
import type { InvoiceItemRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { invoiceItemFrom, type InvoiceItemWishes } from '../objects/invoice-item.ts'
import { type Line, lineFrom } from '../objects/invoice-line.ts'
import { invoiceOf } from '../objects/invoice.ts'
import { inlineList } from '../objects/list.ts'
import { amountsOf } from './invoicing.ts'

/** Stores an amount that waits for the customer's next invoice. */
export function createInvoiceItem(world: World, wanted: InvoiceItemWishes): InvoiceItemRow {
  return create(world, 'invoiceitem', invoiceItemFrom(world, wanted), 'invoiceitem.created')
}

/** What waits for the customer's next invoice; with a subscription, only what may ride on its invoice. */
export function pendingItems(world: World, customer: string, subscription: string | null): InvoiceItemRow[] {
  return world.store.all('invoiceitem').filter((row) => {
    const of = row.parent?.subscription_details?.subscription ?? null
    return row.customer === customer && row.invoice === null && (of === null || of === subscription)
  })
}

/** An invoice item as a line; the item then belongs to that invoice (see `claimItems`). */
export function lineOfItem(world: World, item: InvoiceItemRow): Line {
  const details = item.parent?.subscription_details
  return {
    amount: item.amount,
    quantity: item.quantity,
    currency: item.currency,
    description: item.description ?? '',
    price: world.store.get('price', item.pricing?.price_details?.price) ?? null,
    period: item.period,
    subscription: details?.subscription ?? null,
    subscriptionItem: details?.subscription_item,
    invoiceItem: item.id,
    proration: item.proration,
    discountable: item.discountable,
  }
}

export function claimItems(world: World, items: readonly InvoiceItemRow[], invoice: string): void {
  for (const item of items) world.store.put('invoiceitem', { ...item, invoice })
}

/** A draft's lines and sums again, after an item was added, changed or taken away. */
export function recompute(world: World, id: string): void {
  const row = invoiceOf(world, id)
  if (row.status !== 'draft')
    throw invalidRequest('Invoice is no longer editable', 'invoice', 'invoice_not_editable')
  const items = world.store.all('invoiceitem').filter((item) => item.invoice === id)
  const own = row.lines.data.filter((line) => !line.parent?.invoice_item_details?.invoice_item)
  const lines = [...items.map((item) => lineFrom(world, id, lineOfItem(world, item))), ...own]
  change(
    world,
    'invoice',
    row,
    { lines: inlineList(lines, row.lines.url), ...amountsOf(lines, row.starting_balance) },
    'invoice.updated',
  )
}
