import { inTransaction } from '@paidup/db'
import type { JobDeps } from '../deps.ts'
import { recordRefunds } from '../handlers/refund.ts'
import { refundFrom } from '../mapping/refund.ts'
import { retrieved } from '../stripe/retrieved.ts'

/**
 * Records every refund of a payment by its own id.
 * @param stripePaymentId a payment intent, or the charge where there is none
 * @throws what Stripe or the database threw; the job then runs again.
 */
export async function listRefunds(
  { db, stripe, log }: JobDeps,
  { stripePaymentId, livemode }: { stripePaymentId: string; livemode: boolean },
): Promise<void> {
  const payment = stripePaymentId.startsWith('pi_')
    ? { payment_intent: stripePaymentId }
    : { charge: stripePaymentId }
  const refunds = await retrieved(
    stripe.refunds.list({ ...payment, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  )
  const fields = (refunds ?? []).map(refundFrom)
  await inTransaction(db, (tx) => recordRefunds(tx, stripePaymentId, fields, { livemode, eventId: null }))
  log
    .child({ seam: 'job.list_refunds', payment: stripePaymentId })
    .info({ outcome: 'written', refunds: fields.length }, 'listed the refunds of a payment')
}
