import { UnexpectedShape } from '../errors.ts'

/**
 * The payment that a refund or a dispute is about: its payment intent, or the charge where there is none (APIs before
 * payment intents).
 * @throws UnexpectedShape when it names neither
 */
export function paymentIdOf(from: {
  payment_intent?: string | null | undefined
  charge?: string | null | undefined
}): string {
  const id = from.payment_intent ?? from.charge
  if (!id) throw new UnexpectedShape('payment_intent: is missing, and so is charge')
  return id
}
