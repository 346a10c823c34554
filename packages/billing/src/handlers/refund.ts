import type { Tx } from '@paidup/db'
import type Stripe from 'stripe'
import { enqueueListRefunds } from '../queue/enqueue.ts'
import { refundedChargeFrom, refundFrom, type RefundFields } from '../mapping/refund.ts'
import type { Handled } from '../delivery/outcome.ts'
import type { Told } from '../delivery/told.ts'
import { insertFact, type FactSource } from '../sql/insert-fact.ts'
import { lockPaymentAndInvoice, settle } from './settle.ts'

type RefundEvent = Extract<Stripe.Event['type'], `refund.${string}` | 'charge.refund.updated'>

/** Records a refund, by whichever of its events comes first; that it failed is a fact of its own. */
export async function recordRefund(tx: Tx, told: Told<RefundEvent>): Promise<Handled> {
  const refund = refundFrom(told.object)
  // Without a payment it gives back what no purchase or invoice was paid with, such as a customer's cash balance.
  if (refund.stripePaymentId) await recordRefunds(tx, refund.stripePaymentId, [refund], told)
  return { outcome: 'processed' }
}

/**
 * Records that a charge was refunded. It tells the sum, which counts at once; its refunds one by one come with
 * their own events, or, where the endpoint's API version has none, from the list that is asked for here.
 */
export async function recordChargeRefunded(tx: Tx, told: Told<'charge.refunded'>): Promise<Handled> {
  const charge = refundedChargeFrom(told.object)
  const { stripePaymentId, amountRefunded } = charge
  const paidFor = await lockPaymentAndInvoice(tx, { stripePaymentId, amountRefunded })
  for (const refund of charge.refunds) await insertFacts(tx, stripePaymentId, refund, told)
  await settle(tx, paidFor)
  await enqueueListRefunds(tx, stripePaymentId, told.livemode)
  return { outcome: 'processed' }
}

/** Records refunds of one payment, and brings what it paid for to their sum. */
export async function recordRefunds(
  tx: Tx,
  stripePaymentId: string,
  refunds: readonly RefundFields[],
  source: FactSource,
): Promise<void> {
  const paidFor = await lockPaymentAndInvoice(tx, { stripePaymentId })
  for (const refund of refunds) await insertFacts(tx, stripePaymentId, refund, source)
  await settle(tx, paidFor)
}

async function insertFacts(
  tx: Tx,
  stripePaymentId: string,
  refund: RefundFields,
  source: FactSource,
): Promise<void> {
  const fact = {
    stripeObjectId: refund.id,
    stripePaymentId,
    livemode: source.livemode,
    amount: refund.amount,
    currency: refund.currency,
    occurredAt: refund.createdAt,
    eventId: source.eventId,
  }
  await insertFact(tx, { ...fact, businessKey: `refund:${refund.id}`, kind: 'refund' })
  if (!refund.isFailed) return
  await insertFact(tx, { ...fact, businessKey: `refund:${refund.id}:failed`, kind: 'refund_failed' })
}
