import { createCaller } from '@paidup/api'
import { planByKey } from '@paidup/billing/catalog'
import {
  data,
  redirect,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { apiContext } from '../api-context.server.ts'
import { alreadySubscribedWords, refusalFrom } from '../checkout-refusal.ts'
import { checkoutPath, checkoutRequestFrom, type CheckoutRequest } from '../checkout-request.server.ts'
import { button } from '../components/button.ts'
import { CheckoutForm } from '../components/checkout-form.tsx'
import { Notice } from '../components/notice.tsx'
import { withRedirectTo } from '../redirect-to.ts'
import { readSession } from '../viewer.server.ts'

export const meta: MetaFunction = () => [{ title: 'Checkout · Paidup' }]

/** Remix sends a loader's headers with a page only when told to. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/**
 * Leads to Stripe's page, by way of sign-up for who is not signed in; or says why it can't. By GET, so that the
 * same address serves the forms of the pricing page, the way round by sign-up, and a second try. What it makes charges
 * nobody and is the same when asked twice: an unpaid session and, the first time, the organization's customer. Another
 * session of the organization that is still open is expired. A HEAD, which must change nothing, is refused.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (request.method === 'HEAD') return data(null, { status: 405, headers: { Allow: 'GET' } })
  const checkout = checkoutRequestFrom(new URL(request.url).searchParams)
  if (!checkout) return redirect('/pricing')
  const { viewer } = await readSession(request, context)
  if (!viewer) return redirect(withRedirectTo('/signup', checkoutPath(checkout)))
  const api = createCaller(apiContext(context, viewer))
  try {
    const { url } = await api.checkout.create(checkout)
    return redirect(url)
  } catch (error) {
    const refusal = refusalFrom(error)
    if (refusal === 'not_for_sale') return redirect('/pricing')
    if (refusal === 'unavailable') return data({ refusal, checkout }, { status: 502 })
    const held = await api.entitlement.current()
    const words = alreadySubscribedWords(held, planByKey(held.lapsed?.plan ?? held.plan)?.name ?? '')
    return data({ refusal, words, isLapsed: held.lapsed !== null }, { status: 409 })
  }
}

export default function CheckoutPage() {
  const loaded = useLoaderData<typeof loader>()
  if (!loaded) return null
  return loaded.refusal === 'unavailable' ? (
    <Unavailable checkout={loaded.checkout} />
  ) : (
    <AlreadySubscribed {...loaded} />
  )
}

type AlreadySubscribedProps = { words: { title: string; text: string }; isLapsed: boolean }

function AlreadySubscribed({ words, isLapsed }: AlreadySubscribedProps) {
  return (
    <Notice
      icon={isLapsed ? CircleAlert : CircleCheck}
      title={words.title}
      actions={
        <Link to="/billing" className={button()}>
          See your plan
        </Link>
      }
    >
      {words.text}
    </Notice>
  )
}

function Unavailable({ checkout }: { checkout: CheckoutRequest }) {
  return (
    <Notice
      icon={CircleAlert}
      tone="bad"
      title="The checkout did not open"
      actions={
        <>
          <CheckoutForm plan={checkout.plan} interval={checkout.interval} label="Try again">
            <input type="hidden" name="quantity" value={checkout.quantity} />
          </CheckoutForm>
          <Link to="/pricing" className={button('quiet')}>
            Back to the plans
          </Link>
        </>
      }
    >
      Our payment provider did not answer as it should. You have not been charged.
    </Notice>
  )
}
