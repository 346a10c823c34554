import type { Tx } from '@paidup/db'
import { upsertAndLockInvoice } from '../sql/upsert-and-lock-invoice.ts'
import {
  upsertAndLockStripePayment,
  type PaidFor,
  type StripePaymentFields,
} from '../sql/upsert-and-lock-stripe-payment.ts'
import { settlePurchase } from '../sql/settle-purchase.ts'
import { takeBackCredits } from '../sql/take-back-credits.ts'

/**
 * Locks a payment, and the invoice that it paid: what is told of either by others waits until the transaction ends,
 * and then sees what it has written. Always in this order, before anything is written.
 */
export async function lockPaymentAndInvoice(tx: Tx, payment: StripePaymentFields): Promise<PaidFor> {
  const paidFor = await upsertAndLockStripePayment(tx, payment)
  if (paidFor.stripeInvoiceId) await upsertAndLockInvoice(tx, paidFor.stripeInvoiceId)
  return paidFor
}

/** Brings what a payment paid for to what was given back of it. The caller holds the payment's lock. */
export async function settle(tx: Tx, paidFor: PaidFor): Promise<void> {
  const { stripeCheckoutSessionId, stripeInvoiceId } = paidFor
  if (stripeCheckoutSessionId) await settleCheckout(tx, stripeCheckoutSessionId)
  if (stripeInvoiceId) await takeBackCredits(tx, { stripeInvoiceId })
}

/** Brings a one-time purchase to what was given back of it. The caller holds the lock of its payment. */
export async function settleCheckout(tx: Tx, stripeCheckoutSessionId: string): Promise<void> {
  await settlePurchase(tx, stripeCheckoutSessionId)
  await takeBackCredits(tx, { stripeCheckoutSessionId })
}
