import { z } from 'zod'
import { idOf, shaped, text } from '../stripe/shape.ts'

/** Which payment pays which invoice. */
export type InvoicePaymentFields = { stripeInvoiceId: string; stripePaymentId: string | null }

const invoicePaymentShape = z.object({
  id: text,
  object: z.literal('invoice_payment'),
  invoice: idOf,
  payment: z.object({ payment_intent: idOf.nullish(), charge: idOf.nullish() }),
})

/**
 * The payment is null where it was made outside Stripe.
 * @throws UnexpectedShape
 */
export function invoicePaymentFrom(invoicePayment: unknown): InvoicePaymentFields {
  const { invoice, payment } = shaped(invoicePaymentShape, invoicePayment)
  return { stripeInvoiceId: invoice, stripePaymentId: payment.payment_intent ?? payment.charge ?? null }
}
