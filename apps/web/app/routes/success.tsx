import { appRouter, type Context } from '@paidup/api'
import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { dehydrate, HydrationBoundary, QueryClient, type DehydratedState } from '@tanstack/react-query'
import { TRPCError } from '@trpc/server'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { Search } from 'lucide-react'
import { apiContext } from '../api-context.server.ts'
import { button } from '../components/button.ts'
import { CheckoutStatus } from '../components/checkout-status.tsx'
import { MissingPage } from '../components/error-page.tsx'
import { Notice } from '../components/notice.tsx'
import { hurry } from '../fast-path.server.ts'
import { forSale } from '../for-sale.server.ts'
import { loginPath } from '../redirect-to.ts'
import { readSession } from '../viewer.server.ts'

export const meta: MetaFunction = () => [{ title: 'Your checkout · Paidup' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await readSession(request, context)
  if (!viewer) return redirect(loginPath(request))
  const sessionId = new URL(request.url).searchParams.get('session_id')
  if (!sessionId) return { page: 'unnamed' as const }
  await hurry(context, viewer.orgId, sessionId)
  const knowledge = await prefetch(apiContext(context, viewer), sessionId)
  if (knowledge === null) return data({ page: 'missing' as const }, { status: 404 })
  return { page: 'checkout' as const, sessionId, forSale, knowledge }
}

/**
 * Asks once on the server, so that the first thing the shopper sees is what we know. Awaited: a prefetch still
 * under way would be hydrated as one that the browser has to repeat.
 * @returns null when there is no such checkout, or it is another org's: which of the two is not for the visitor
 */
async function prefetch(ctx: Context, sessionId: string): Promise<DehydratedState | null> {
  const queryClient = new QueryClient()
  const trpc = createTRPCOptionsProxy({ router: appRouter, ctx, queryClient })
  const options = trpc.entitlement.forCheckout.queryOptions({ sessionId })
  try {
    await queryClient.fetchQuery({ ...options, retry: false })
  } catch (error) {
    const isMissing = error instanceof TRPCError && ['NOT_FOUND', 'BAD_REQUEST'].includes(error.code)
    if (isMissing) return null
    // Not to know is not the shopper's fault: the page goes on asking. The procedure has logged the reason.
  }
  return dehydrate(queryClient)
}

export default function SuccessPage() {
  const loaded = useLoaderData<typeof loader>()
  switch (loaded.page) {
    case 'unnamed':
      return <NoCheckout />
    case 'missing':
      return <MissingPage />
    case 'checkout':
      return (
        <HydrationBoundary state={loaded.knowledge}>
          <CheckoutStatus key={loaded.sessionId} sessionId={loaded.sessionId} forSale={loaded.forSale} />
        </HydrationBoundary>
      )
  }
}

function NoCheckout() {
  return (
    <Notice
      icon={Search}
      title="No checkout to show"
      actions={
        <Link to="/billing" className={button()}>
          See your plan
        </Link>
      }
    >
      This page tells how a checkout went, but the link does not say which one.
    </Notice>
  )
}
