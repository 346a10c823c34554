import {
  data,
  redirect,
  redirectDocument,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import type { Outcome } from './credentials.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { safeRedirectTo } from './redirect-to.ts'
import { readSession } from './viewer.server.ts'

/** The loader of the login and sign-up pages: whoever is signed in has no business there. */
export async function accountLoader({ request, context }: LoaderFunctionArgs) {
  const target = targetOf(request)
  const { viewer } = await readSession(request, context)
  if (viewer) return redirect(target)
  return { redirectTo: target }
}

/**
 * Their action: on to the target with a session, or back to the form with what is wrong and what was typed. On by a
 * whole page load, because the browser must keep nothing of whoever was here before, and a checkout leads off-site.
 */
export async function accountAction(
  { request, context }: ActionFunctionArgs,
  open: (request: Request, form: FormData, context: ActionFunctionArgs['context']) => Promise<Outcome>,
) {
  const form = await readForm(request)
  const outcome = await open(request, form, context)
  if ('cookies' in outcome)
    return redirectDocument(targetOf(request), { status: 303, headers: outcome.cookies })
  const { faults, retryAfter } = outcome
  const typed = { name: text(form, 'name'), email: text(form, 'email') }
  if (retryAfter === undefined) return data({ faults, typed }, { status: 422 })
  return data({ faults, typed }, { status: 429, headers: { 'Retry-After': retryAfter } })
}

/** What their action has set goes out with the whole page, too, which is what a browser without scripts gets. */
export const accountHeaders: HeadersFunction = ({ actionHeaders }) => actionHeaders

function targetOf(request: Request): string {
  return safeRedirectTo(new URL(request.url).searchParams.get('redirectTo'))
}

function text(form: FormData, field: string): string {
  const value = form.get(field)
  return typeof value === 'string' ? value : ''
}
