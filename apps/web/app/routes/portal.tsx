import { createCaller } from '@paidup/api'
import { redirect, redirectDocument, type ActionFunctionArgs } from '@remix-run/node'
import { apiContext } from '../api-context.server.ts'
import { loginPath } from '../redirect-to.ts'
import { throwRefusal } from '../refusal-page.server.ts'
import { readSession } from '../viewer.server.ts'

/** Leads to Stripe's customer portal. Only a form does, because it makes something at Stripe. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { viewer } = await readSession(request, context)
  if (!viewer) return redirect(loginPath(request))
  const url = await createCaller(apiContext(context, viewer))
    .subscription.portal()
    .then((portal) => portal.url, throwRefusal)
  return redirectDocument(url, { status: 303 })
}

export const loader = (): Response => redirect('/billing')

export { ErrorPage as ErrorBoundary } from '../components/error-page.tsx'

/** Never seen, as whoever comes here is led on. But only what a page refuses is shown inside the site's frame. */
export default function PortalPage() {
  return null
}
