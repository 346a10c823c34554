import { useQuery } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { firstPoll, nextPoll, POLL_EVERY } from './checkout-poll.ts'
import { useTRPC } from '../../api/client.ts'

/** Milliseconds between two looks at the clock. */
const LOOK_EVERY = 250

/**
 * What became of a checkout, asked once a second until it is known or thirty seconds have passed.
 *
 * A question that fails is one that told us nothing: the last answer stands, and the next second asks again.
 * Nothing else asks: no focus, no reconnect, no mount. A hidden tab goes on, because the clock does.
 * @returns the newest answer, if any; whether the time is up without a final one; and a way to ask for more time
 */
export function useCheckoutStatus(sessionId: string) {
  const trpc = useTRPC()
  const [poll, dispatch] = useReducer(nextPoll, firstPoll)
  const { data, refetch } = useQuery({
    ...trpc.entitlement.forCheckout.queryOptions({ sessionId }),
    refetchInterval: (query) => (poll.phase !== 'polling' || isFinal(query.state.data) ? false : POLL_EVERY),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Infinity,
    networkMode: 'always',
    retry: false,
  })
  const isKnown = isFinal(data)
  const isPolling = poll.phase === 'polling'

  useEffect(() => {
    if (!isPolling && !isKnown) return
    const look = () => dispatch({ type: 'looked', now: Date.now(), isFinal: isKnown })
    const timer = setInterval(look, LOOK_EVERY)
    return () => clearInterval(timer)
  }, [isPolling, isKnown])

  return {
    checkout: data,
    isTimedOut: poll.phase === 'timed_out' && !isKnown,
    askAgain: () => {
      dispatch({ type: 'asked_again', now: Date.now() })
      void refetch()
    },
  }
}

function isFinal(checkout: { state: string } | undefined): boolean {
  return checkout !== undefined && checkout.state !== 'finalizing'
}
