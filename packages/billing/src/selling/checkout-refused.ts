/** Why a checkout or a change of plan can't be made, with what to do about it. */
export class CheckoutRefused extends Error {
  override readonly name = 'CheckoutRefused'
  readonly reason:
    | 'not_for_sale'
    | 'already_subscribed'
    | 'already_owned'
    | 'price_missing'
    | 'no_subscription'
    | 'payment_overdue'
    | 'seats_in_use'

  constructor(reason: CheckoutRefused['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}
