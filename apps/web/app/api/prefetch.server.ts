import { appRouter, type Context } from '@paidup/api'
import { dehydrate, QueryClient, type DehydratedState } from '@tanstack/react-query'
import { TRPCError } from '@trpc/server'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'

/** What a live page asks first: with `queryClient.fetchQuery(trpc.….queryOptions())`. */
type Question = (trpc: ReturnType<typeof optionsOf>, queryClient: QueryClient) => Promise<unknown>

function optionsOf(ctx: Context, queryClient: QueryClient) {
  return createTRPCOptionsProxy({ router: appRouter, ctx, queryClient })
}

/**
 * Asks once on the server, so that the first thing a live page shows is what we know. Awaited: a prefetch still
 * under way would be hydrated as one that the browser has to repeat. What fails is left to the page to ask again; the
 * procedure has logged the reason.
 * @returns what to hydrate; null when there is no such thing, or it is another org's: which of the two is not for the
 *   visitor
 */
export async function prefetch(ctx: Context, ask: Question): Promise<DehydratedState | null> {
  const queryClient = new QueryClient()
  try {
    await ask(optionsOf(ctx, queryClient), queryClient)
  } catch (error) {
    if (error instanceof TRPCError && ['NOT_FOUND', 'BAD_REQUEST'].includes(error.code)) return null
  }
  return dehydrate(queryClient)
}
