/** Milliseconds between two questions. */
export const POLL_EVERY = 1_000

/** Milliseconds of wall clock that one round of polling lasts at most. */
export const POLL_FOR = 30_000

/** One round of polling. `startedAt` is null until the first look at the clock. */
export type Poll = { startedAt: number | null; phase: 'polling' | 'final' | 'timed_out' }

export type PollEvent =
  /** A look at the clock, in epoch milliseconds, and at the newest answer. */
  | { type: 'looked'; now: number; isFinal: boolean }
  /** The shopper asks for another round. */
  | { type: 'asked_again'; now: number }

export const firstPoll: Poll = { startedAt: null, phase: 'polling' }

/**
 * Whether to go on asking. The stop latches: once final, nothing begins again; once timed out, only the shopper
 * does. (React Query would resume a `refetchInterval` function that stopped as soon as it returns a number.)
 */
export function nextPoll(poll: Poll, event: PollEvent): Poll {
  if (poll.phase === 'final') return poll
  if (event.type === 'asked_again') {
    return poll.phase === 'timed_out' ? { startedAt: event.now, phase: 'polling' } : poll
  }
  if (event.isFinal) return { ...poll, phase: 'final' }
  if (poll.phase === 'timed_out') return poll
  const startedAt = poll.startedAt ?? event.now
  return { startedAt, phase: event.now - startedAt >= POLL_FOR ? 'timed_out' : 'polling' }
}
