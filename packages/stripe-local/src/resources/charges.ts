import { noSuch } from '../core/errors.ts'
import { change } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { ChargeRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { accepted, listParams, params } from '../http/params.ts'
import { route } from '../http/route.ts'
import { clearable, text } from '../http/values.ts'

function chargeOf(world: World, id: string): ChargeRow {
  const row = world.store.get('charge', id)
  if (!row) throw noSuch('charge', id)
  return row
}

const filters = listParams({
  customer: text.optional(),
  payment_intent: text.optional(),
  ...accepted('transfer_group'),
})
const updateParams = params({
  description: clearable.optional(),
  metadata: metadata.optional(),
  receipt_email: clearable.optional(),
  ...accepted('customer', 'fraud_details', 'shipping', 'transfer_group'),
})

export const chargeRoutes = [
  route('GET', '/v1/charges', filters, ({ world, params: wanted, url }) => {
    const seen = world.store
      .all('charge')
      .filter(
        (row) =>
          (wanted.customer ?? row.customer) === row.customer &&
          (wanted.payment_intent ?? row.payment_intent) === row.payment_intent,
      )
    return page(url, seen, wanted)
  }),
  route('GET', '/v1/charges/:id', params({}), ({ world, path }) => chargeOf(world, path())),
  route('POST', '/v1/charges/:id', updateParams, ({ world, params: wanted, path }) => {
    const row = chargeOf(world, path())
    const patch = {
      ...pick(wanted, 'description', 'receipt_email'),
      metadata: mergeMetadata(row.metadata, wanted.metadata),
    }
    return change(world, 'charge', row, patch, 'charge.updated')
  }),
]
