import type { Tx } from '@paidup/db'

/** What an event knows of a payment. */
export type StripePaymentFields = {
  stripePaymentId: string
  stripeInvoiceId?: string | null
  stripeCheckoutSessionId?: string | null
  /** What its charge says to be refunded, in minor units. */
  amountRefunded?: number
}

/** What a payment was for, as far as any event has told. */
export type PaidFor = { stripeInvoiceId: string | null; stripeCheckoutSessionId: string | null }

/**
 * Notes what is known of a payment and locks its row until the transaction ends. A refund and what it gives back
 * may be told at the same time: whoever comes second here sees, in its next statement, what the first has written.
 */
export async function upsertAndLockStripePayment(tx: Tx, payment: StripePaymentFields): Promise<PaidFor> {
  const [row] = await tx.$queryRaw<[PaidFor]>`
    INSERT INTO stripe_payments AS row
      (stripe_payment_id, stripe_invoice_id, stripe_checkout_session_id, amount_refunded_told)
    VALUES (${payment.stripePaymentId}, ${payment.stripeInvoiceId ?? null},
            ${payment.stripeCheckoutSessionId ?? null}, ${payment.amountRefunded ?? 0}::bigint)
    ON CONFLICT (stripe_payment_id) DO UPDATE SET
      stripe_invoice_id = COALESCE(row.stripe_invoice_id, EXCLUDED.stripe_invoice_id),
      stripe_checkout_session_id =
        COALESCE(row.stripe_checkout_session_id, EXCLUDED.stripe_checkout_session_id),
      amount_refunded_told = GREATEST(row.amount_refunded_told, EXCLUDED.amount_refunded_told)
    RETURNING stripe_invoice_id AS "stripeInvoiceId",
              stripe_checkout_session_id AS "stripeCheckoutSessionId"`
  return row
}
