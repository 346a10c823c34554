/** How an account may be set up, and how Stripe's pages are read where they allow two readings. */
export type Rules = {
  /** The first failed payment of a renewal: late, or paused at once (flexible billing only). */
  firstFailure: 'past_due' | 'pause'
  /** Whether a subscription that a failed payment paused resumes when that invoice is paid or written off. */
  pauseEnd: 'by_hand' | 'on_payment'
  /** Which overdue invoice makes a subscription by `send_invoice` late: its latest finalized one alone, or any. */
  overdue: 'latest' | 'any'
  /** What a late subscription is once its latest invoice was marked uncollectible. */
  writeOff: 'active' | 'past_due'
}

export const RULES: Rules = {
  firstFailure: 'past_due',
  pauseEnd: 'by_hand',
  overdue: 'latest',
  writeOff: 'active',
}
