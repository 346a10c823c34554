import type { AppRouter } from '@paidup/api'
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client'
import { createTRPCContext } from '@trpc/tanstack-react-query'
import superjson from 'superjson'

/** Milliseconds after which a query that got no answer counts as failed, so that the next can be asked. */
const QUERY_TIMEOUT = 8_000

export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>()

export function createApiClient(): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: '/api/trpc', transformer: superjson, fetch: fetchInTime })],
  })
}

/** Mutations are left to run: giving one up does not undo it. */
const fetchInTime: typeof fetch = (input, init = {}) => {
  if (init.method !== 'GET') return fetch(input, init)
  const timeout = AbortSignal.timeout(QUERY_TIMEOUT)
  return fetch(input, { ...init, signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout })
}
