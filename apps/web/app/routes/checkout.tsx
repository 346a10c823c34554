import { createCaller } from '@paidup/api'
import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { TRPCError } from '@trpc/server'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { apiContext } from '../api-context.server.ts'
import { checkoutPath, checkoutRequestFrom, type CheckoutRequest } from '../checkout-request.ts'
import { button } from '../components/button.ts'
import { CheckoutForm } from '../components/checkout-form.tsx'
import { Notice } from '../components/notice.tsx'
import { withRedirectTo } from '../redirect-to.ts'
import { readSession } from '../viewer.server.ts'

export const meta: MetaFunction = () => [{ title: 'Checkout · Paidup' }]

/**
 * Leads to Stripe's page, by way of sign-up for who is not signed in; or says why it can't. By GET, so that the
 * same address serves the forms of the pricing page, the way round by sign-up, and a second try; all it makes is an
 * unpaid session, the same one when asked twice.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const checkout = checkoutRequestFrom(new URL(request.url).searchParams)
  if (!checkout) return redirect('/pricing')
  const { viewer } = await readSession(request, context)
  if (!viewer) return redirect(withRedirectTo('/signup', checkoutPath(checkout)))
  try {
    const { url } = await createCaller(apiContext(context, viewer)).checkout.create(checkout)
    return redirect(url)
  } catch (error) {
    const refusal = refusalFrom(error)
    return data({ checkout, refusal }, { status: refusal === 'already_subscribed' ? 409 : 502 })
  }
}

type Refusal = 'already_subscribed' | 'unavailable'

/** The procedure has logged what went wrong; the shopper needs to know what to do. */
function refusalFrom(error: unknown): Refusal {
  return error instanceof TRPCError && error.code === 'CONFLICT' ? 'already_subscribed' : 'unavailable'
}

export default function CheckoutPage() {
  const { checkout, refusal } = useLoaderData<typeof loader>()
  return refusal === 'already_subscribed' ? <AlreadySubscribed /> : <Unavailable checkout={checkout} />
}

function AlreadySubscribed() {
  return (
    <Notice
      icon={CircleCheck}
      title="You have a plan already"
      actions={
        <Link to="/billing" className={button()}>
          See your plan
        </Link>
      }
    >
      A second one would charge you twice, so nothing was started.
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
