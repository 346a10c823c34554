import { createCaller } from '@paidup/api'
import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
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

/** A link to a checkout, as sign-up leads on to it. */
export function loader(args: LoaderFunctionArgs) {
  return begin(args, new URL(args.request.url).searchParams)
}

/** The buttons of the pricing page. */
export async function action(args: LoaderFunctionArgs) {
  return begin(args, await args.request.formData())
}

/** Leads to Stripe's page, by way of sign-up for who is not signed in; or says why it can't. */
async function begin({ request, context }: LoaderFunctionArgs, fields: FormData | URLSearchParams) {
  const checkout = checkoutRequestFrom(fields)
  if (!checkout) return redirect('/pricing')
  const { viewer } = await readSession(request, context)
  if (!viewer) return redirect(withRedirectTo('/signup', checkoutPath(checkout)), { status: 303 })
  try {
    const { url } = await createCaller(apiContext(context, viewer)).checkout.create(checkout)
    return redirect(url, { status: 303 })
  } catch (error) {
    return data({ checkout, refusal: refusalFrom(error) }, { status: 502 })
  }
}

type Refusal = 'already_subscribed' | 'unavailable'

/** The procedure has logged what went wrong; the shopper needs to know what to do. */
function refusalFrom(error: unknown): Refusal {
  return error instanceof TRPCError && error.code === 'CONFLICT' ? 'already_subscribed' : 'unavailable'
}

export default function CheckoutPage() {
  const fromLink = useLoaderData<typeof loader>()
  const { checkout, refusal } = useActionData<typeof action>() ?? fromLink
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
