import { z } from 'zod'
import { amount, currency, idOf, second, shaped, text } from '../stripe/shape.ts'

/** A refund. Amounts are minor units of `currency`. */
export type RefundFields = {
  id: string
  /** The payment intent that it gives back, or the charge where there is none; null when it gives back neither. */
  stripePaymentId: string | null
  amount: number
  currency: string
  createdAt: Date
  /** The money came back to us: it failed at the customer's bank, or was called off. */
  isFailed: boolean
}

/** A charge of which something was refunded. */
export type RefundedCharge = {
  stripePaymentId: string
  /** All that is refunded of it by now. */
  amountRefunded: number
  /** Listed in the charge itself up to API 2022-11-15, and then not all of many. */
  refunds: RefundFields[]
}

const refundShape = z.object({
  id: text,
  object: z.literal('refund'),
  charge: idOf.nullish(),
  payment_intent: idOf.nullish(),
  amount,
  currency,
  created: second,
  // Refunds of before API 2014-07-26 have none, and were done at once.
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']).nullish(),
})

const chargeShape = z.object({
  id: text,
  object: z.literal('charge'),
  payment_intent: idOf.nullish(),
  amount_refunded: amount,
  refunds: z.object({ data: z.array(refundShape) }).nullish(),
})

/** @throws UnexpectedShape */
export function refundFrom(refund: unknown): RefundFields {
  return fieldsOf(shaped(refundShape, refund))
}

/** @throws UnexpectedShape */
export function refundedChargeFrom(charge: unknown): RefundedCharge {
  const from = shaped(chargeShape, charge)
  return {
    stripePaymentId: from.payment_intent ?? from.id,
    amountRefunded: from.amount_refunded,
    refunds: (from.refunds?.data ?? []).map(fieldsOf),
  }
}

function fieldsOf(from: z.infer<typeof refundShape>): RefundFields {
  return {
    id: from.id,
    stripePaymentId: from.payment_intent ?? from.charge ?? null,
    amount: from.amount,
    currency: from.currency,
    createdAt: from.created,
    isFailed: from.status === 'failed' || from.status === 'canceled',
  }
}
