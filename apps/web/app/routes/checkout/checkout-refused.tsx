import { Link } from '@remix-run/react'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { CheckoutRequest } from '../../catalog/checkout-request.server.ts'
import { button } from '../../ui/button.ts'
import { CheckoutForm } from '../../catalog/checkout-form.tsx'
import { Notice } from '../../ui/notice.tsx'

type CheckoutRefusedProps = { words: { title: string; text: string }; isBad: boolean }

/** Why nothing is sold: it is had already, or this member or this plan is not for it. */
export function CheckoutRefused({ words, isBad }: CheckoutRefusedProps) {
  return (
    <Notice
      icon={isBad ? CircleAlert : CircleCheck}
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

/** That Stripe did not open a checkout, and the way to try again. */
export function CheckoutUnavailable({ checkout }: { checkout: CheckoutRequest }) {
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
