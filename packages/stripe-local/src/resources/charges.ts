import { noSuch } from '../core/errors.ts'
import { page } from '../http/list.ts'
import { accepted, listParams, params, text } from '../http/params.ts'
import { route } from '../http/route.ts'

const filters = listParams({
  customer: text.optional(),
  payment_intent: text.optional(),
  ...accepted('transfer_group'),
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
  route('GET', '/v1/charges/:id', params({}), ({ world, path }) => {
    const row = world.store.get('charge', path())
    if (!row) throw noSuch('charge', path())
    return row
  }),
]
