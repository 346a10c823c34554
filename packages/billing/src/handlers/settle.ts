import { Prisma, type Tx } from '@paidup/db'
import { lockInvoice } from '../sql/lock-invoice.ts'
import type { PaidFor } from '../sql/lock-stripe-payment.ts'
import { settlePurchase } from '../sql/settle-purchase.ts'
import { takeBackCredits } from '../sql/take-back-credits.ts'

/**
 * Brings what a payment paid for to what was given back of it. The caller holds the payment's lock.
 * @param cause the business key of the fact that may have changed it
 */
export async function settle(tx: Tx, paidFor: PaidFor, cause: string): Promise<void> {
  if (paidFor.stripeCheckoutSessionId) await settleCheckout(tx, paidFor.stripeCheckoutSessionId, cause)
  if (!paidFor.stripeInvoiceId) return
  await lockInvoice(tx, paidFor.stripeInvoiceId)
  await settleInvoice(tx, paidFor.stripeInvoiceId, cause)
}

/** The same for a one-time purchase, which one payment has paid. */
export async function settleCheckout(tx: Tx, sessionId: string, cause: string): Promise<void> {
  await settlePurchase(tx, sessionId)
  const paidBy = Prisma.sql`p.stripe_checkout_session_id = ${sessionId}`
  await takeBackCredits(tx, `checkout:${sessionId}:paid`, paidBy, cause)
}

/** The same for an invoice, which several payments may have paid. The caller holds the invoice's lock. */
export async function settleInvoice(tx: Tx, invoiceId: string, cause: string): Promise<void> {
  const paidBy = Prisma.sql`p.stripe_invoice_id = ${invoiceId}`
  await takeBackCredits(tx, `invoice:${invoiceId}:paid`, paidBy, cause)
}
