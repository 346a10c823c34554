import { createHash, randomUUID } from 'node:crypto'
import Stripe from 'stripe'

/**
 * Creates something at Stripe once, however often and concurrently it is asked for in 24 hours.
 *
 * Stripe refuses a key that comes with other parameters, so they are part of it. And it keeps a 500 under its key
 * as it keeps a success (docs.stripe.com/api/idempotent_requests): then one call more is made under a key of its
 * own, since whatever the failed one made nobody has seen.
 * @param purpose what the thing is for; the same for callers that must get the same thing
 */
export async function createOnce<P extends object, T>(
  purpose: string,
  params: P,
  create: (params: P, options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  const digest = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 24)
  const idempotencyKey = `paidup:${purpose}:${digest}`
  try {
    return await create(params, { idempotencyKey })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeAPIError)) throw error
    return create(params, { idempotencyKey: `${idempotencyKey}:${randomUUID()}` })
  }
}
