/** What became of a delivery. Stable names: they are in the response, the log and the counters. */
export const outcomes = [
  'processed',
  'duplicate',
  'stale',
  'tied',
  'ignored',
  'quarantined',
  'invalid_signature',
  'too_large',
  'method_not_allowed',
  'error',
  'overloaded',
] as const
export type Outcome = (typeof outcomes)[number]

/** What a handler did with an event it claimed. A stale one tells the mark it lost to. */
export type Handled = { outcome: 'processed' | 'tied' } | { outcome: 'stale'; mark: Date }
