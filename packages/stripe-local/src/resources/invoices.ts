import { noSuch } from '../core/errors.ts'
import type { InvoiceRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { accepted, listParams, params, text } from '../http/params.ts'
import { route } from '../http/route.ts'

export function invoiceOf(world: World, id: string): InvoiceRow {
  const row = world.store.get('invoice', id)
  if (!row) throw noSuch('invoice', id)
  return row
}

const filters = listParams({
  customer: text.optional(),
  subscription: text.optional(),
  status: text.optional(),
  ...accepted('collection_method', 'due_date', 'customer_account'),
})

export const invoiceRoutes = [
  route('GET', '/v1/invoices', filters, ({ world, params: wanted, url }) => {
    const seen = world.store
      .all('invoice')
      .filter(
        (row) =>
          (wanted.customer ?? row.customer) === row.customer &&
          (wanted.status ?? row.status) === row.status &&
          (wanted.subscription === undefined ||
            row.parent?.subscription_details?.subscription === wanted.subscription),
      )
    return page(url, seen, wanted)
  }),
  route('GET', '/v1/invoices/:id', params({}), ({ world, path }) => invoiceOf(world, path())),
  route('GET', '/v1/invoices/:id/lines', listParams({}), ({ world, params: wanted, path, url }) =>
    page(url, [...invoiceOf(world, path()).lines.data].reverse(), wanted),
  ),
]
