import { mayDo, refusalFrom, refusalWords } from '@paidup/api'
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
import { requireMember, type Member } from '../../api/member.server.ts'
import { checkoutPath } from '../../catalog/checkout-path.ts'
import { alreadySubscribedWords, refusalInWords } from './checkout-refusal.ts'
import {
  checkoutRequestFrom,
  purchaseOf,
  type CheckoutRequest,
} from '../../catalog/checkout-request.server.ts'
import { CheckoutRefused, CheckoutUnavailable } from './checkout-refused.tsx'
import { CheckoutSlip } from './checkout-slip.tsx'
import { planOffer } from '../../catalog/plan-offer.ts'
import { readForm } from '../../http/read-form.server.ts'
import { withRedirectTo } from '../../account/redirect-to.ts'

export const meta: MetaFunction = () => [{ title: 'Checkout · Paidup' }]

/**
 * Shows what is about to be bought, with the button that begins it: where the way round by sign-up leads, and where
 * going back from Stripe's page ends. It only reads, here and at Stripe, because browsers prefetch and crawlers look.
 */
export async function loader(args: LoaderFunctionArgs) {
  const checkout = checkoutRequestFrom(new URL(args.request.url).searchParams)
  const purchase = checkout && purchaseOf(checkout)
  if (!purchase) return redirect('/pricing')
  const { viewer, api } = await requireMember(args, () => redirect(signUpPath(checkout)))
  const mayBuy = mayDo(viewer.role, 'buy')
  if (!mayBuy) return inWords({ reason: 'not_allowed', text: refusalWords('buy'), status: 403 })
  const held = await api.entitlement.current()
  const plan = planByKey(checkout.plan)
  if (plan && planOffer(plan, purchase.price, { ...held, mayBuy }) !== 'checkout')
    return alreadySubscribed(held)
  return { state: 'open' as const, checkout, purchase }
}

/**
 * Leads to Stripe's page, by way of sign-up for who is not signed in; or says why it can't. What it makes charges
 * nobody and is the same when asked twice: an unpaid session and, the first time, the organization's customer. Another
 * session of the organization that is still open is expired.
 */
export async function action(args: ActionFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const checkout = checkoutRequestFrom([...searchParams, ...(await readForm(args.request))])
  if (!checkout) return redirect('/pricing', 303)
  const { api } = await requireMember(args, () => redirect(signUpPath(checkout), 303))
  try {
    const { url } = await api.checkout.create(checkout)
    return redirectDocument(url, 303)
  } catch (error) {
    return refused(error, checkout, api)
  }
}

async function refused(error: unknown, checkout: CheckoutRequest, api: Member['api']) {
  const { reason, text = '', status = 502 } = refusalFrom(error) ?? {}
  switch (reason) {
    case 'not_for_sale':
      return redirect('/pricing', 303)
    case 'not_allowed':
    case 'seats_in_use':
      return inWords({ reason, text, status })
    case 'already_subscribed':
    case 'already_owned':
      return alreadySubscribed(await api.entitlement.current())
    case 'price_missing':
    case 'no_subscription':
    case 'payment_overdue':
    case 'not_enough_credits':
    case 'key_reused':
    case undefined:
      return data({ state: 'unavailable' as const, checkout }, { status: 502 })
  }
}

function inWords({ status, ...refusal }: Parameters<typeof refusalInWords>[0] & { status: number }) {
  return data({ state: 'refused' as const, words: refusalInWords(refusal), isBad: true }, { status })
}

function signUpPath(checkout: CheckoutRequest): string {
  return withRedirectTo('/signup', checkoutPath(checkout))
}

function alreadySubscribed(held: Entitlement) {
  const words = alreadySubscribedWords(held, planByKey(held.lapsed?.plan ?? held.plan)?.name ?? '')
  return data({ state: 'refused' as const, words, isBad: held.lapsed !== null }, { status: 409 })
}

export { ErrorPage as ErrorBoundary } from '../../ui/error-page.tsx'

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
