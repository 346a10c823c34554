import { z } from 'zod'
import { UnexpectedShape } from '../errors.ts'
import { amount, currency, idOf, second, shaped, text } from '../stripe/shape.ts'

/** How far a dispute has come. An inquiry takes no money; it may become a dispute, or pass. */
export type DisputePhase = 'inquired' | 'opened' | 'won' | 'lost'

/** A dispute. Amounts are minor units of `currency`. */
export type DisputeFields = {
  id: string
  /** The payment intent that is disputed, or the charge where there is none. */
  stripePaymentId: string
  amount: number
  currency: string
  createdAt: Date
  phase: DisputePhase
}

/**
 * docs.stripe.com/api/disputes/object#dispute_object-status. While a loss is appealed the money is still gone;
 * `charge_refunded` was how API versions of before 2024 ended an inquiry.
 */
const PHASES = {
  warning_needs_response: 'inquired',
  warning_under_review: 'inquired',
  warning_closed: 'inquired',
  prevented: 'inquired',
  charge_refunded: 'inquired',
  needs_response: 'opened',
  under_review: 'opened',
  won: 'won',
  lost: 'lost',
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
} as const satisfies Record<string, DisputePhase>

const disputeShape = z.object({
  id: text,
  object: z.literal('dispute'),
  charge: idOf.nullish(),
  payment_intent: idOf.nullish(),
  amount,
  currency,
  created: second,
  status: z.enum(Object.keys(PHASES) as [keyof typeof PHASES]),
})

/** @throws UnexpectedShape */
export function disputeFrom(dispute: unknown): DisputeFields {
  const from = shaped(disputeShape, dispute)
  const stripePaymentId = from.payment_intent ?? from.charge
  if (!stripePaymentId) throw new UnexpectedShape('payment_intent: is missing, and so is charge')
  return {
    id: from.id,
    stripePaymentId,
    amount: from.amount,
    currency: from.currency,
    createdAt: from.created,
    phase: PHASES[from.status],
  }
}
