import type { Tx } from '@paidup/db'
import type Stripe from 'stripe'
import { disputeFrom } from '../mapping/dispute.ts'
import type { Handled } from '../delivery/outcome.ts'
import type { Told } from '../delivery/told.ts'
import { insertFact } from '../sql/insert-fact.ts'
import { lockPaymentAndInvoice, settle } from './settle.ts'

type DisputeEvent = Extract<Stripe.Event['type'], `charge.dispute.${string}`>

/**
 * Records the phase that a dispute has reached. What it means for access is the catalogue's policy, applied when
 * reading; that a lost one takes back credits, as a refund does, is written here.
 */
export async function recordDispute(tx: Tx, told: Told<DisputeEvent>): Promise<Handled> {
  const dispute = disputeFrom(told.object)
  const paidFor = await lockPaymentAndInvoice(tx, { stripePaymentId: dispute.stripePaymentId })
  await insertFact(tx, {
    businessKey: `dispute:${dispute.id}:${dispute.phase}`,
    kind: `dispute_${dispute.phase}`,
    stripeObjectId: dispute.id,
    stripePaymentId: dispute.stripePaymentId,
    livemode: told.livemode,
    amount: dispute.amount,
    currency: dispute.currency,
    // The dispute itself only tells when it began.
    occurredAt: dispute.phase === 'won' || dispute.phase === 'lost' ? told.at : dispute.createdAt,
    eventId: told.eventId,
  })
  await settle(tx, paidFor)
  return { outcome: 'processed' }
}
