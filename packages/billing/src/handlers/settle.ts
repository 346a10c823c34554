import { Prisma, type Tx } from '@paidup/db'
import { lockInvoice } from '../sql/lock-invoice.ts'
import type { PaidFor } from '../sql/lock-stripe-payment.ts'
import { settlePurchase } from '../sql/settle-purchase.ts'
import { takeBackCredits } from '../sql/take-back-credits.ts'

/**
 * Brings what a payment paid for to what was given back of it. The caller holds the payment's lock.
 */
export async function settle(tx: Tx, paidFor: PaidFor): Promise<void> {
  if (paidFor.stripeCheckoutSessionId) await settleCheckout(tx, paidFor.stripeCheckoutSessionId)
  if (!paidFor.stripeInvoiceId) return
  await lockInvoice(tx, paidFor.stripeInvoiceId)
  await settleInvoice(tx, paidFor.stripeInvoiceId)
}

/** The same for a one-time purchase, which one payment has paid. */
export async function settleCheckout(tx: Tx, sessionId: string): Promise<void> {
  await settlePurchase(tx, sessionId)
  const paidBy = Prisma.sql`p.stripe_checkout_session_id = ${sessionId}`
  await takeBackCredits(tx, `checkout:${sessionId}:paid`, paidBy)
}

/** The same for an invoice, which several payments may have paid. The caller holds the invoice's lock. */
export async function settleInvoice(tx: Tx, invoiceId: string): Promise<void> {
  const paidBy = Prisma.sql`p.stripe_invoice_id = ${invoiceId}`
  await takeBackCredits(tx, `invoice:${invoiceId}:paid`, paidBy)
}
