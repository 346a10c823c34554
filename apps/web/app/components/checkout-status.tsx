import { Link } from '@remix-run/react'
import { CircleAlert, CircleCheck, Hourglass, LoaderCircle } from 'lucide-react'
import { useCheckoutStatus } from '../use-checkout-status.ts'
import { button } from './button.ts'
import { Notice } from './notice.tsx'

type CheckoutStatusProps = {
  sessionId: string
  /** What each plan is called, by its key. */
  planNames: Record<string, string>
}

/** How a checkout goes, from the redirect to the end. Says neither "free" nor "active" before it is known. */
export function CheckoutStatus({ sessionId, planNames }: CheckoutStatusProps) {
  const { checkout, isTimedOut, askAgain } = useCheckoutStatus(sessionId)
  const plan = (checkout?.plan && planNames[checkout.plan]) || 'Your plan'
  switch (isTimedOut ? 'timed_out' : (checkout?.state ?? 'finalizing')) {
    case 'finalizing':
      return (
        <Notice icon={LoaderCircle} isBusy title="Finalizing your plan">
          We are waiting to hear that your payment went through. That takes a few seconds; this page updates
          by itself.
        </Notice>
      )
    case 'timed_out':
      return (
        <Notice
          icon={Hourglass}
          title="This is taking longer than usual"
          actions={
            <>
              <button onClick={askAgain} className={button()}>
                Check again
              </button>
              <ToBilling tone="quiet" />
            </>
          }
        >
          We have not heard back about your payment yet. You need not pay again: as soon as we hear, your plan
          starts by itself and shows on the billing page, whether this page is open or not.
        </Notice>
      )
    case 'ready':
      return (
        <Notice icon={CircleCheck} tone="good" title={`${plan} is yours`} actions={<ToBilling />}>
          Your payment is confirmed, and everything in the plan is open to you from now on.
        </Notice>
      )
    case 'awaiting_payment':
      return (
        <Notice icon={Hourglass} title="Waiting for your payment" actions={<ToBilling />}>
          Your way of paying takes longer, sometimes a few days. {plan} starts by itself once the money has
          arrived. You can close this page.
        </Notice>
      )
    case 'expired':
      return (
        <Notice icon={CircleAlert} tone="bad" title="This checkout has expired" actions={<ToPricing />}>
          It was not completed in time. Nothing was charged, and you can begin again whenever you like.
        </Notice>
      )
    case 'failed':
      return (
        <Notice icon={CircleAlert} tone="bad" title={`${plan} is not active`} actions={<ToPricing />}>
          The payment did not succeed, or the subscription has ended since. You can try again, also with
          another card.
        </Notice>
      )
  }
}

function ToBilling({ tone }: { tone?: 'quiet' }) {
  return (
    <Link to="/billing" className={button(tone)}>
      See your plan
    </Link>
  )
}

function ToPricing() {
  return (
    <Link to="/pricing" className={button()}>
      Choose a plan
    </Link>
  )
}
