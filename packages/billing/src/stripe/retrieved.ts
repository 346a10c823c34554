import Stripe from 'stripe'

/** Gets something from Stripe; null when Stripe has no such thing. */
export async function retrieved<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return null
    throw error
  }
}
