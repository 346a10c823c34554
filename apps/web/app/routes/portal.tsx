import { redirect, redirectDocument, type ActionFunctionArgs } from '@remix-run/node'
import { requireMember } from '../api/member.server.ts'
import { throwRefusal } from '../api/refusal-page.server.ts'

/** Leads to Stripe's customer portal. Only a form does, because it makes something at Stripe. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const { api } = await requireMember(args)
  const url = await api.subscription.portal().then((portal) => portal.url, throwRefusal)
  return redirectDocument(url, { status: 303 })
}

export const loader = (): Response => redirect('/billing')

export { ErrorPage as ErrorBoundary } from '../ui/error-page.tsx'

/** Never seen, as whoever comes here is led on. But only what a page refuses is shown inside the site's frame. */
export default function PortalPage() {
  return null
}
