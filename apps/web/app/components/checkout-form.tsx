import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { CheckoutRequest } from '../checkout-request.server.ts'
import { button } from './button.ts'
import { useLeaveOnce } from './use-leave-once.ts'

type CheckoutFormProps = Pick<CheckoutRequest, 'plan' | 'interval'> & {
  label: string
  tone?: 'primary' | 'quiet'
  /** The field `quantity`, where seats or credit packs are counted. */
  children?: ReactNode
}

/** The way to the checkout: one click, one checkout. */
export function CheckoutForm({ plan, interval, label, tone = 'primary', children }: CheckoutFormProps) {
  const { isLeaving, leaveOnce } = useLeaveOnce()
  return (
    <Form action="/checkout" reloadDocument onSubmit={leaveOnce}>
      <input type="hidden" name="plan" value={plan} />
      {interval && <input type="hidden" name="interval" value={interval} />}
      {children}
      <button className={`${button(tone)} w-full`} disabled={isLeaving}>
        {isLeaving ? 'Opening the checkout…' : label}
      </button>
    </Form>
  )
}
