import Stripe from 'stripe'
import type { Clock } from '../deps.ts'

/** Seconds that a signature's timestamp may lie in the past, Stripe's own default. */
const TOLERANCE = 300

/** Seconds that mean any time to the SDK. */
const ANY_AGE = 0

/** What can be wrong about a signature. Stable names: they are in the counters. */
export const signatureFaults = ['missing', 'wrong', 'too_old', 'in_the_future'] as const

/**
 * What is wrong about one. A skew has only what is rightly signed: the seconds that our clock is ahead of the
 * timestamp, or behind it when negative.
 */
export type SignatureFault =
  { kind: 'missing' | 'wrong' } | { kind: 'too_old' | 'in_the_future'; skew: number }

/** Either the body is Stripe's, or why not, in words that name no secret. A valid one may have a fault all the same. */
export type Verification =
  { isValid: true; fault?: SignatureFault } | { isValid: false; fault: SignatureFault; reason: string }

/**
 * Checks the `Stripe-Signature` header over the raw body against every active secret. While a secret is being
 * rolled two are active, and the SDK takes one a call: refused only when all refuse.
 *
 * A timestamp in the future is valid, as it is to the SDK: only who has the secret can have signed it, and a machine
 * whose clock is slow would lose every event. It is a fault, so that somebody looks at that clock.
 * @param body the body as it came; parsing and serialising it again would change what was signed
 */
export function verifySignature(
  body: string,
  header: string | null,
  secrets: readonly string[],
  clock: Clock,
): Verification {
  if (!header)
    return { isValid: false, fault: { kind: 'missing' }, reason: 'The Stripe-Signature header is missing.' }
  const now = clock.now().getTime()
  const skew = Math.floor(now / 1000) - timestampOf(header)
  const refusals = secrets.map((secret) => refusalOf(body, header, secret, now, TOLERANCE))
  if (refusals.includes(null))
    return { isValid: true, ...(skew < -TOLERANCE && { fault: { kind: 'in_the_future', skew } }) }
  const tried = refusals.map((refusal, index) => `secret ${index + 1} of ${secrets.length}: ${refusal}`)
  const isSigned =
    skew > TOLERANCE && secrets.some((secret) => refusalOf(body, header, secret, now, ANY_AGE) === null)
  return {
    isValid: false,
    fault: isSigned ? { kind: 'too_old', skew } : { kind: 'wrong' },
    reason: tried.join('; '),
  }
}

/** The seconds of `t=`, read as the SDK reads them. */
function timestampOf(header: string): number {
  return parseInt(
    header
      .split(',')
      .findLast((item) => item.startsWith('t='))
      ?.slice(2) ?? '',
    10,
  )
}

function refusalOf(
  body: string,
  header: string,
  secret: string,
  now: number,
  tolerance: number,
): string | null {
  const { signature } = Stripe.webhooks
  if (!signature) throw new Error('This build of the Stripe SDK has no signature helper')
  try {
    signature.verifyHeader(body, header, secret, tolerance, undefined, now)
    return null
  } catch (error) {
    // A malformed header (`v1=` without a value) makes the SDK throw a bare Error: it is a refusal all the same.
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return 'The header is malformed'
    return error.message.split(/[.\n]/)[0] ?? 'refused'
  }
}
