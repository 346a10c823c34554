/** What is paid for: a checkout, by one payment, or an invoice, by several perhaps. */
export type Payable = { stripeCheckoutSessionId: string } | { stripeInvoiceId: string }

/** The business key of its payment, which is also that of the credits that the payment grants. */
export function paidKeyOf(payable: Payable): string {
  return 'stripeInvoiceId' in payable
    ? `invoice:${payable.stripeInvoiceId}:paid`
    : `checkout:${payable.stripeCheckoutSessionId}:paid`
}
