import type { Tx } from '@paidup/db'
import type Stripe from 'stripe'
import { disputeFrom } from '../mapping/dispute.ts'
import type { Handled } from '../delivery/outcome.ts'
import { insertPayment } from '../sql/insert-fact.ts'
import { lockPayment, settle } from './settle.ts'
import { sourceOf } from '../delivery/told.ts'

type DisputeEvent = Extract<Stripe.Event, { type: `charge.dispute.${string}` }>

/**
 * Records the phase that a dispute has reached. What it means for access is the catalogue's policy, applied when
 * reading; that a lost one takes back credits, as a refund does, is written here.
 */
export async function recordDispute(tx: Tx, event: DisputeEvent): Promise<Handled> {
  const dispute = disputeFrom(event.data.object)
  const source = sourceOf(event)
  const paidFor = await lockPayment(tx, { stripePaymentId: dispute.stripePaymentId })
  await insertPayment(tx, {
    businessKey: `dispute:${dispute.id}:${dispute.phase}`,
    kind: `dispute_${dispute.phase}`,
    stripeObjectId: dispute.id,
    stripePaymentId: dispute.stripePaymentId,
    livemode: source.livemode,
    amount: dispute.amount,
    currency: dispute.currency,
    // The dispute itself only tells when it began.
    occurredAt: dispute.phase === 'won' || dispute.phase === 'lost' ? source.told : dispute.createdAt,
    eventId: source.eventId,
  })
  await settle(tx, paidFor)
  return { outcome: 'processed' }
}
