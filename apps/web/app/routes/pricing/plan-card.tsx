import type { BillingInterval, Plan } from '@paidup/billing/catalog'
import { formatMoney } from '../../ui/money.ts'
import type { Holding } from '../../catalog/plan-offer.ts'
import { creditsNote, priceAt, priceNote } from '../../catalog/plan-words.ts'
import { FeatureList } from '../../catalog/feature-list.tsx'
import { OfferCard } from './offer-card.tsx'
import { PlanAction } from './plan-action.tsx'

type PlanCardProps = { plan: Plan; interval: BillingInterval; holding: Holding; buyers: string }

/** One plan of the pricing page, with the way to buy it. `holding` is what the viewer has, `buyers` who may buy. */
export function PlanCard({ plan, interval, holding, buyers }: PlanCardProps) {
  const price = priceAt(plan, interval)
  return (
    <OfferCard
      id={`plan-${plan.key}`}
      name={plan.name}
      summary={plan.summary}
      price={formatMoney(price?.amount ?? 0, price?.currency ?? 'usd')}
      note={priceNote(plan, price)}
      action={<PlanAction plan={plan} price={price} holding={holding} buyers={buyers} />}
    >
      <FeatureList features={plan.features} credits={creditsNote(plan)} className="space-y-2.5" />
    </OfferCard>
  )
}
