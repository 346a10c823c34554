import { createCaller, mayDo, refusalWords } from '@paidup/api'
import type { Entitlement } from '@paidup/billing'
import { planByKey } from '@paidup/billing/catalog'
import {
  data,
  redirect,
  redirectDocument,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { apiContext } from '../api-context.server.ts'
import { checkoutPath } from '../checkout-path.ts'
import { alreadySubscribedWords, NOT_ALLOWED, refusalFrom, refusalInWords } from '../checkout-refusal.ts'
import { checkoutRequestFrom, type CheckoutRequest } from '../checkout-request.server.ts'
import { CheckoutRefused, CheckoutUnavailable } from '../components/checkout-refused.tsx'
import { CheckoutSlip } from '../components/checkout-slip.tsx'
import { purchaseOf } from '../for-sale.server.ts'
import { planOffer } from '../plan-offer.ts'
import { readForm } from '../read-form.server.ts'
import { withRedirectTo } from '../redirect-to.ts'
import { readSession } from '../viewer.server.ts'

export const meta: MetaFunction = () => [{ title: 'Checkout · Paidup' }]

/**
 * Shows what is about to be bought, with the button that begins it: where the way round by sign-up leads, and where
 * going back from Stripe's page ends. It only reads, here and at Stripe, because browsers prefetch and crawlers look.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const checkout = checkoutRequestFrom(new URL(request.url).searchParams)
  const purchase = checkout && purchaseOf(checkout)
  if (!purchase) return redirect('/pricing')
  const { viewer } = await readSession(request, context)
  if (!viewer) return redirect(signUpPath(checkout))
  if (!mayDo(viewer.role, 'buy')) return notAllowed()
  const held = await createCaller(apiContext(context, viewer)).entitlement.current()
  const plan = planByKey(checkout.plan)
  if (plan && planOffer(plan, purchase.price, { ...held, mayBuy: true }) !== 'checkout')
    return alreadySubscribed(held)
  return { state: 'open' as const, checkout, purchase }
}

/**
 * Leads to Stripe's page, by way of sign-up for who is not signed in; or says why it can't. What it makes charges
 * nobody and is the same when asked twice: an unpaid session and, the first time, the organization's customer. Another
 * session of the organization that is still open is expired.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const checkout = checkoutRequestFrom([...searchParams, ...(await readForm(request))])
  if (!checkout) return redirect('/pricing', 303)
  const { viewer } = await readSession(request, context)
  if (!viewer) return redirect(signUpPath(checkout), 303)
  const api = createCaller(apiContext(context, viewer))
  try {
    const { url } = await api.checkout.create(checkout)
    return redirectDocument(url, 303)
  } catch (error) {
    const refused = refusalInWords(error)
    if (refused)
      return data({ state: 'refused' as const, words: refused, isBad: true }, { status: refused.status })
    const refusal = refusalFrom(error)
    if (refusal === 'not_for_sale') return redirect('/pricing', 303)
    if (refusal === 'unavailable') return data({ state: refusal, checkout }, { status: 502 })
    return alreadySubscribed(await api.entitlement.current())
  }
}

function notAllowed() {
  const words = { title: NOT_ALLOWED, text: refusalWords('buy') }
  return data({ state: 'refused' as const, words, isBad: true }, { status: 403 })
}

function signUpPath(checkout: CheckoutRequest): string {
  return withRedirectTo('/signup', checkoutPath(checkout))
}

function alreadySubscribed(held: Entitlement) {
  const words = alreadySubscribedWords(held, planByKey(held.lapsed?.plan ?? held.plan)?.name ?? '')
  return data({ state: 'refused' as const, words, isBad: held.lapsed !== null }, { status: 409 })
}

export { ErrorPage as ErrorBoundary } from '../components/error-page.tsx'

export default function CheckoutPage() {
  const loaded = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>() ?? loaded
  switch (outcome.state) {
    case 'open':
      return <CheckoutSlip checkout={outcome.checkout} purchase={outcome.purchase} />
    case 'unavailable':
      return <CheckoutUnavailable checkout={outcome.checkout} />
    case 'refused':
      return <CheckoutRefused words={outcome.words} isBad={outcome.isBad} />
  }
}
