import { payCheckout } from '../billing/checkout.ts'
import { methodOf } from '../billing/payment-methods.ts'
import { invalidRequest, StripeError } from '../core/errors.ts'
import { accepted, params } from '../http/params.ts'
import { route } from '../http/route.ts'
import { int, text } from '../http/values.ts'
import { sessionOf } from '../objects/checkout-session.ts'

/** The interface behind Stripe's own hosted page, which its command line uses to pay a session. */
export const paymentPageRoutes = [
  route('GET', '/v1/payment_pages/:id', params({}), ({ world, path }) => ({
    object: 'checkout.payment_page',
    session: sessionOf(world, path()),
    id: path(),
  })),
  route(
    'POST',
    '/v1/payment_pages/:id/confirm',
    params({ payment_method: text, expected_amount: int.optional(), ...accepted('return_url') }),
    ({ world, params: wanted, path }) => {
      const session = sessionOf(world, path())
      if (session.status !== 'open') throw invalidRequest('This Checkout Session is no longer open.')
      if (wanted.expected_amount !== undefined && wanted.expected_amount !== session.amount_total) {
        throw invalidRequest(
          'The amount of this Checkout Session has changed.',
          'expected_amount',
          'checkout_amount_mismatch',
        )
      }
      const method = methodOf(world, wanted.payment_method, 'payment_method')
      const shopper = {
        email: method.billing_details.email ?? 'shopper@example.com',
        name: method.billing_details.name,
      }
      const result = payCheckout(world, session, shopper, method)
      if (result.outcome === 'declined')
        throw new StripeError(402, { type: 'card_error', code: 'card_declined', message: result.message })
      return sessionOf(world, session.id)
    },
  ),
]
