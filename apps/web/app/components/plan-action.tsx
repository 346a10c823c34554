import type { Plan, PlanKey } from '@paidup/billing'
import { Link } from '@remix-run/react'
import type { PlanPrice } from '../plan-words.ts'
import { button } from './button.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { SeatsField } from './seats-field.tsx'

type PlanActionProps = { plan: Plan; price: PlanPrice | undefined; currentPlan: PlanKey | null }

/** What the viewer can do about a plan: get it, or see that they have it or another. */
export function PlanAction({ plan, price, currentPlan }: PlanActionProps) {
  if (plan.key === currentPlan) {
    return <p className="rounded-lg bg-paid-wash px-5 py-3 text-center font-semibold text-paid">Your plan</p>
  }
  if (currentPlan !== null && currentPlan !== 'free') {
    if (!price) return <p className="px-5 py-3 text-center text-ink-soft">Included in your plan</p>
    return (
      <Link to="/billing" className={`${button('quiet')} w-full`}>
        See your plan
      </Link>
    )
  }
  if (!price || (plan.key !== 'pro' && plan.key !== 'team')) {
    return (
      <Link to="/signup" className={`${button('quiet')} w-full`}>
        Start free
      </Link>
    )
  }
  return (
    <CheckoutForm plan={plan.key} interval={price.interval} label={`Choose ${plan.name}`}>
      {plan.isPerSeat && <SeatsField price={price} />}
    </CheckoutForm>
  )
}
