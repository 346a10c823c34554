import type { z } from 'zod'
import { createPrice } from '../billing/catalogue.ts'
import { createInvoiceItem, recompute } from '../billing/invoice-items.ts'
import { missingParam, noSuch } from '../core/errors.ts'
import { change, emit } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { InvoiceItemRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { accepted, hash, listParams, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { clearable, decimal, flag, int, text, timestamp } from '../http/values.ts'
import { referToCustomer } from '../objects/customer.ts'
import { amountOf } from '../objects/invoice-line.ts'
import { priceOf } from '../objects/price.ts'
import { priceParams } from './price-params.ts'

const shared = {
  amount: int.optional(),
  description: clearable.optional(),
  discountable: flag.optional(),
  metadata: metadata.optional(),
  period: hash({ start: timestamp, end: timestamp }).optional(),
  price_data: hash({ ...priceParams, product: text.optional() }).optional(),
  pricing: hash({ price: text }).optional(),
  /** Before Basil the price stood here. */
  price: text.optional(),
  quantity: int.optional(),
  unit_amount_decimal: decimal.optional(),
  unit_amount: int.optional(),
  ...accepted('discounts', 'quantity_decimal', 'tax_behavior', 'tax_code', 'tax_rates'),
}
const createParams = params({
  ...shared,
  customer: text.optional(),
  currency: text.optional(),
  invoice: text.optional(),
  subscription: text.optional(),
  ...accepted('customer_account'),
})
const updateParams = params(shared)

function itemOf(world: World, id: string): InvoiceItemRow {
  const row = world.store.get('invoiceitem', id)
  if (!row) throw noSuch('invoiceitem', id)
  return row
}

function create({ world, params: wanted }: Call<z.infer<typeof createParams>>): InvoiceItemRow {
  if (wanted.customer === undefined) throw missingParam('customer')
  const customer = referToCustomer(world, wanted.customer)
  const priceId = wanted.pricing?.price ?? wanted.price
  const price = wanted.price_data
    ? createPrice(world, wanted.price_data)
    : priceId === undefined
      ? null
      : priceOf(world, priceId, 'pricing[price]')
  const quantity = wanted.quantity ?? 1
  const unit = wanted.unit_amount ?? wanted.unit_amount_decimal ?? 0
  const row = createInvoiceItem(world, {
    customer: customer.id,
    amount: price ? amountOf(price, quantity) : (wanted.amount ?? Math.round(unit * quantity)),
    currency: price?.currency ?? wanted.currency ?? customer.currency ?? 'usd',
    quantity,
    description: wanted.description,
    price,
    period: wanted.period,
    metadata: mergeMetadata({}, wanted.metadata),
    invoice: wanted.invoice,
    subscription: wanted.subscription,
    discountable: wanted.discountable,
  })
  if (row.invoice !== null) recompute(world, row.invoice)
  return row
}

export const invoiceItemRoutes = [
  route('POST', '/v1/invoiceitems', createParams, create),
  route(
    'GET',
    '/v1/invoiceitems',
    listParams({
      customer: text.optional(),
      invoice: text.optional(),
      pending: flag.optional(),
      ...accepted('customer_account'),
    }),
    ({ world, params: wanted, url }) => {
      const seen = world.store
        .all('invoiceitem')
        .filter(
          (row) =>
            (wanted.customer ?? row.customer) === row.customer &&
            (wanted.invoice ?? row.invoice) === row.invoice &&
            (wanted.pending === undefined || wanted.pending === (row.invoice === null)),
        )
      return page(url, seen, wanted)
    },
  ),
  route('GET', '/v1/invoiceitems/:id', params({}), ({ world, path }) => itemOf(world, path())),
  route('POST', '/v1/invoiceitems/:id', updateParams, ({ world, params: wanted, path }) => {
    const row = itemOf(world, path())
    const patch = {
      ...pick(wanted, 'amount', 'description', 'discountable', 'period', 'quantity'),
      metadata: mergeMetadata(row.metadata, wanted.metadata),
    }
    const next = change(world, 'invoiceitem', row, patch, 'invoiceitem.updated')
    if (next.invoice !== null) recompute(world, next.invoice)
    return next
  }),
  route('DELETE', '/v1/invoiceitems/:id', params({}), ({ world, path }) => {
    const row = itemOf(world, path())
    world.store.remove('invoiceitem', row.id)
    emit(world, 'invoiceitem.deleted', row)
    if (row.invoice !== null) recompute(world, row.invoice)
    return { id: row.id, object: 'invoiceitem', deleted: true }
  }),
]
