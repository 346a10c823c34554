import { createCaller } from '@paidup/api'
import { redirect, redirectDocument, type ActionFunctionArgs } from '@remix-run/node'
import { TRPCError } from '@trpc/server'
import { apiContext } from '../api-context.server.ts'
import { loginPath } from '../redirect-to.ts'
import { throwClientFault } from '../client-fault.server.ts'
import { readSession } from '../viewer.server.ts'

/** Leads to Stripe's customer portal. Only a form does, because it makes something at Stripe. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { viewer } = await readSession(request, context)
  if (!viewer) return redirect(loginPath(request))
  const url = await createCaller(apiContext(context, viewer))
    .subscription.portal()
    .then((portal) => portal.url, orRefuse)
  return redirectDocument(url, { status: 303 })
}

/** Who has never subscribed has nothing to look after. Everything else is a fault of ours, or of Stripe. */
function orRefuse(error: unknown): never {
  if (!(error instanceof TRPCError) || error.code !== 'CONFLICT') throw error
  throwClientFault(
    409,
    'There is no subscription to look after',
    'Choose a plan first, on the page with the prices.',
  )
}

export const loader = (): Response => redirect('/billing')

export { ErrorPage as ErrorBoundary } from '../components/error-page.tsx'

/** Never seen, as whoever comes here is led on. But only what a page refuses is shown inside the site's frame. */
export default function PortalPage() {
  return null
}
