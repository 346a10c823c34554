import { noSuch } from '../core/errors.ts'
import { page } from '../http/list.ts'
import { hash, listParams, params } from '../http/params.ts'
import { route } from '../http/route.ts'
import { choice, text } from '../http/values.ts'

const payment = hash({
  type: choice('payment_intent', 'payment_record'),
  payment_intent: text.optional(),
  payment_record: text.optional(),
})
const filters = listParams({
  invoice: text.optional(),
  payment: payment.optional(),
  status: choice('canceled', 'open', 'paid').optional(),
})

/** How invoices are paid: the only way from a payment intent to its invoice since 2025-03-31. */
export const invoicePaymentRoutes = [
  route('GET', '/v1/invoice_payments', filters, ({ world, params: wanted, url }) => {
    const { type, payment_intent: intent } = wanted.payment ?? {}
    const seen = world.store
      .all('invoice_payment')
      .filter(
        (row) =>
          (wanted.invoice ?? row.invoice) === row.invoice &&
          (wanted.status ?? row.status) === row.status &&
          (type ?? row.payment.type) === row.payment.type &&
          (intent ?? row.payment.payment_intent) === row.payment.payment_intent,
      )
    return page(url, seen, wanted)
  }),
  route('GET', '/v1/invoice_payments/:id', params({}), ({ world, path }) => {
    const row = world.store.get('invoice_payment', path())
    if (!row) throw noSuch('invoice_payment', path())
    return row
  }),
]
