import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { HydrationBoundary } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { requireMember } from '../../api/member.server.ts'
import { prefetch } from '../../api/prefetch.server.ts'
import { button } from '../../ui/button.ts'
import { CheckoutStatus } from './checkout-status.tsx'
import { MissingPage } from '../../ui/error-page.tsx'
import { Notice } from '../../ui/notice.tsx'
import { hurry } from './fast-path.server.ts'
import { forSale } from '../../catalog/for-sale.server.ts'

export const meta: MetaFunction = () => [{ title: 'Your checkout · Paidup' }]

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, ctx } = await requireMember(args)
  const sessionId = new URL(args.request.url).searchParams.get('session_id')
  if (!sessionId) return { page: 'unnamed' as const }
  await hurry(args.context, viewer.orgId, sessionId)
  const knowledge = await prefetch(ctx, (trpc, queries) =>
    queries.fetchQuery(trpc.entitlement.forCheckout.queryOptions({ sessionId })),
  )
  if (knowledge === null) return data({ page: 'missing' as const }, { status: 404 })
  return { page: 'checkout' as const, sessionId, forSale, knowledge }
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
