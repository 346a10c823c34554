import { isSold, type Plan } from '@paidup/billing/catalog'
import { Link } from '@remix-run/react'
import { planOffer, type Holding } from '../../catalog/plan-offer.ts'
import type { PlanPrice } from '../../catalog/plan-words.ts'
import { button } from '../../ui/button.ts'
import { CheckoutForm } from '../../catalog/checkout-form.tsx'
import { UnitsField } from '../../catalog/units-field.tsx'

/** `buyers` names who may buy for an organization. */
type PlanActionProps = { plan: Plan; price: PlanPrice | undefined; holding: Holding; buyers: string }

/** What the viewer can do about a plan: get it, or see that they have it or another. */
export function PlanAction({ plan, price, holding, buyers }: PlanActionProps) {
  switch (planOffer(plan, price, holding)) {
    case 'current':
      return (
        <p className="rounded-lg bg-paid-wash px-5 py-3 text-center font-semibold text-paid">
          {holding?.lapsed ? 'What you have now' : 'Your plan'}
        </p>
      )
    case 'included':
      return <p className="px-5 py-3 text-center text-ink-soft">Included in your plan</p>
    case 'billing':
      return <QuietLink to="/billing" label={holding?.lapsed ? 'See your plan' : `Change to ${plan.name}`} />
    case 'afterwards':
      return <p className="px-5 py-3 text-center text-ink-soft">Available once your subscription ends</p>
    case 'sign_up':
      return <QuietLink to="/signup" label="Start free" />
    case 'ask':
      return <p className="px-5 py-3 text-center text-ink-soft">Only {buyers} can choose it</p>
    case 'checkout':
      return <Choose plan={plan} price={price} />
  }
}

function QuietLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={`${button('quiet')} w-full`}>
      {label}
    </Link>
  )
}

function Choose({ plan, price }: Pick<PlanActionProps, 'plan' | 'price'>) {
  if (!price || !isSold(plan)) return null
  return (
    <CheckoutForm plan={plan.key} interval={price.interval} label={`Choose ${plan.name}`}>
      {plan.isPerSeat && <UnitsField label="Seats" price={price} initial={3} />}
    </CheckoutForm>
  )
}
