type Meaning = {
  /** Whether it grants what was bought. `past_due` does for the days of grace, which a date decides. */
  grants: boolean
  /** Whether there is a subscription or purchase to speak of: it has begun, and is not over. */
  isHeld: boolean
  /** Whether no other status can follow. */
  isFinal: boolean
  /** Whether it may come to grant by itself, as when an open invoice is paid. */
  canRecover: boolean
}

const RUNS = { grants: true, isHeld: true, isFinal: false, canRecover: true }
const WAITS = { grants: false, isHeld: true, isFinal: false, canRecover: true }
const IS_OVER = { grants: false, isHeld: false, isFinal: true, canRecover: false }

/**
 * What each status means: Stripe's of a subscription (docs.stripe.com/api/subscriptions/object#subscription_object-status)
 * and ours of a purchase. No word means two things.
 */
const STATUSES = new Map<string, Meaning>([
  ['incomplete', { ...WAITS, isHeld: false }],
  ['incomplete_expired', IS_OVER],
  ['trialing', RUNS],
  ['active', RUNS],
  ['past_due', WAITS],
  ['unpaid', { ...WAITS, canRecover: false }],
  ['paused', WAITS],
  ['canceled', IS_OVER],

  ['pending', WAITS],
  ['failed', { ...WAITS, isHeld: false }],
  ['paid', RUNS],
  ['partially_refunded', RUNS],
  // A refund may fail yet.
  ['refunded', { ...IS_OVER, isFinal: false }],
])

/** What a status means. One that Stripe has added since grants nothing and is not over. */
export function meaningOf(status: string): Meaning {
  return STATUSES.get(status) ?? WAITS
}

/** The statuses of that meaning, for statements that look for rows by them. */
export function statusesThat(isMeant: (meaning: Meaning) => boolean): string[] {
  return [...STATUSES].flatMap(([status, meaning]) => (isMeant(meaning) ? [status] : []))
}
