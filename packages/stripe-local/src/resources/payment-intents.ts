import { noSuch } from '../core/errors.ts'
import { page } from '../http/list.ts'
import { accepted, listParams, params, text } from '../http/params.ts'
import { route } from '../http/route.ts'

export const paymentIntentRoutes = [
  route(
    'GET',
    '/v1/payment_intents',
    listParams({ customer: text.optional(), ...accepted('customer_account') }),
    ({ world, params: wanted, url }) =>
      page(
        url,
        world.store.all('payment_intent').filter((row) => (wanted.customer ?? row.customer) === row.customer),
        wanted,
      ),
  ),
  route('GET', '/v1/payment_intents/:id', params({ client_secret: text.optional() }), ({ world, path }) => {
    const row = world.store.get('payment_intent', path())
    if (!row) throw noSuch('payment_intent', path(), 'intent')
    return row
  }),
]
