import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { checkoutPath } from './checkout-path.ts'
import type { CheckoutRequest } from './checkout-request.server.ts'
import { button } from '../ui/button.ts'
import { useLeaveOnce } from '../ui/use-leave-once.ts'

type CheckoutFormProps = Pick<CheckoutRequest, 'plan' | 'interval'> & {
  label: string
  tone?: 'primary' | 'quiet'
  /** The field `quantity`, where seats or credit packs are counted. */
  children?: ReactNode
}

/** The way to the checkout: one click, one checkout. By POST, because a GET may be a prefetch that nobody asked for. */
export function CheckoutForm({ plan, interval, label, tone = 'primary', children }: CheckoutFormProps) {
  const { isLeaving, leaveOnce } = useLeaveOnce()
  return (
    <Form method="post" action={checkoutPath({ plan, interval })} reloadDocument onSubmit={leaveOnce}>
      {children}
      <button className={`${button(tone)} w-full`} disabled={isLeaving}>
        {isLeaving ? 'Opening the checkout…' : label}
      </button>
    </Form>
  )
}
