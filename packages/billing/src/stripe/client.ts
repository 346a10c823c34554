import Stripe from 'stripe'

/** The version of the API whose shapes the code is written for: the one the SDK pins. */
export const API_VERSION = Stripe.API_VERSION

export type StripeOptions = {
  secretKey: string
  /** Base URL of another Stripe than the real one; undefined for the real one. */
  apiBase?: string | undefined
}

/**
 * A client of Stripe's API. Requests time out after 10 s and are retried twice; the SDK sends an idempotency
 * key with each POST, so a retry has no second effect.
 */
export function createStripe({ secretKey, apiBase }: StripeOptions): Stripe {
  const base = apiBase === undefined ? undefined : new URL(apiBase)
  return new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}
