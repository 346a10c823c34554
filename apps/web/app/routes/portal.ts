import { createCaller } from '@paidup/api'
import { redirect, redirectDocument, type ActionFunctionArgs } from '@remix-run/node'
import { apiContext } from '../api-context.server.ts'
import { loginPath } from '../redirect-to.ts'
import { refusalPage } from '../refusal-page.server.ts'
import { readSession } from '../viewer.server.ts'

/** Leads to Stripe's customer portal. Only a form does, because it makes something at Stripe. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { viewer } = await readSession(request, context)
  if (!viewer) return redirect(loginPath(request))
  try {
    const { url } = await createCaller(apiContext(context, viewer)).subscription.portal()
    return redirectDocument(url, { status: 303 })
  } catch (error) {
    throw refusalPage(error)
  }
}

export const loader = (): Response => redirect('/billing')

/** For the refusal alone: nothing else ends here. */
export default function PortalPage() {
  return null
}

export { ErrorPage as ErrorBoundary } from '../components/error-page.tsx'
