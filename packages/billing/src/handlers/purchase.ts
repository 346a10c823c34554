import type { Tx } from '@paidup/db'
import { creditsOfPurchase } from '../credits/credit-policy.ts'
import type { PurchaseFields } from '../mapping/session.ts'
import { paidKeyOf } from '../mapping/business-key.ts'
import { grantCredits } from '../sql/grant-credits.ts'
import { insertFact, type FactSource } from '../sql/insert-fact.ts'
import { upsertAndLockStripePayment } from '../sql/upsert-and-lock-stripe-payment.ts'
import { upsertPurchase } from '../sql/upsert-purchase.ts'
import { settleCheckout } from './settle.ts'

/**
 * Records what a completed session of mode `payment` sold: the purchase, the money, and the credits of a pack.
 * Refunds that were told before it are applied to it here.
 */
export async function recordPurchase(
  tx: Tx,
  purchase: PurchaseFields,
  source: FactSource & { isPaymentFailed: boolean },
): Promise<void> {
  const { stripePaymentId, stripeCheckoutSessionId } = purchase
  if (stripePaymentId) await upsertAndLockStripePayment(tx, { stripePaymentId, stripeCheckoutSessionId })
  const status = purchase.isPaid ? 'paid' : source.isPaymentFailed ? 'failed' : 'pending'
  await upsertPurchase(tx, { ...purchase, livemode: source.livemode, status })
  if (status !== 'pending') await recordMoney(tx, purchase, source, status)
  if (purchase.isPaid) await grantPack(tx, purchase, source.livemode)
  await settleCheckout(tx, stripeCheckoutSessionId)
}

/** Where Stripe made an invoice for the session, `invoice.paid` tells of the same money. */
async function recordMoney(
  tx: Tx,
  purchase: PurchaseFields,
  source: FactSource,
  status: 'paid' | 'failed',
): Promise<void> {
  if (purchase.stripeInvoiceId) return
  const id = purchase.stripeCheckoutSessionId
  await insertFact(tx, {
    businessKey:
      status === 'paid' ? paidKeyOf({ stripeCheckoutSessionId: id }) : `checkout:${id}:payment_failed`,
    kind: status === 'paid' ? 'purchase_paid' : 'purchase_payment_failed',
    stripeObjectId: id,
    stripeCustomerId: purchase.stripeCustomerId,
    orgId: purchase.orgId,
    livemode: source.livemode,
    amount: purchase.amount,
    currency: purchase.currency,
    occurredAt: purchase.createdAt,
    eventId: source.eventId,
  })
}

async function grantPack(tx: Tx, purchase: PurchaseFields, livemode: boolean): Promise<void> {
  const credits = creditsOfPurchase(purchase)
  if (credits === 0) return
  await grantCredits(tx, {
    businessKey: paidKeyOf({ stripeCheckoutSessionId: purchase.stripeCheckoutSessionId }),
    stripeCustomerId: purchase.stripeCustomerId,
    orgId: purchase.orgId,
    livemode,
    credits,
    reason: 'purchase',
    amountPaid: purchase.amount,
  })
}
