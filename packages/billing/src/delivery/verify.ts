import Stripe from 'stripe'
import type { Clock } from '../deps.ts'

/** Seconds that a signature's timestamp may lie in the past, Stripe's own default. */
const TOLERANCE = 300

/** Either the body is Stripe's, or why not, in words that name no secret. */
export type Verification = { isValid: true } | { isValid: false; reason: string }

/**
 * Checks the `Stripe-Signature` header over the raw body against every active secret. While a secret is being
 * rolled two are active, and the SDK takes one a call: refused only when all refuse.
 * @param body the body as it came; parsing and serialising it again would change what was signed
 */
export function verifySignature(
  body: string,
  header: string | null,
  secrets: readonly string[],
  clock: Clock,
): Verification {
  if (!header) return { isValid: false, reason: 'The Stripe-Signature header is missing.' }
  const refusals = secrets.map((secret) => refusalOf(body, header, secret, clock))
  if (refusals.includes(null)) return { isValid: true }
  const tried = refusals.map((refusal, index) => `secret ${index + 1} of ${secrets.length}: ${refusal}`)
  return { isValid: false, reason: tried.join('; ') }
}

function refusalOf(body: string, header: string, secret: string, clock: Clock): string | null {
  const { signature } = Stripe.webhooks
  if (!signature) throw new Error('This build of the Stripe SDK has no signature helper')
  try {
    signature.verifyHeader(body, header, secret, TOLERANCE, undefined, clock.now().getTime())
    return null
  } catch (error) {
    // A malformed header (`v1=` without a value) makes the SDK throw a bare Error: it is a refusal all the same.
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return 'The header is malformed'
    return error.message.split(/[.\n]/)[0] ?? 'refused'
  }
}
