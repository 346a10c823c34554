import type { BillingInterval, Plan } from '@paidup/billing'
import { formatMoney } from '../money.ts'
import type { Holding } from '../plan-offer.ts'
import { priceAt, priceNote } from '../plan-words.ts'
import { FeatureList } from './feature-list.tsx'
import { PlanAction } from './plan-action.tsx'
import { Receipt, ReceiptRule } from './receipt.tsx'

type PlanCardProps = { plan: Plan; interval: BillingInterval; holding: Holding }

/** One plan of the pricing page, with the way to buy it. `holding` is what the viewer has. */
export function PlanCard({ plan, interval, holding }: PlanCardProps) {
  const price = priceAt(plan, interval)
  return (
    <Receipt className="h-full">
      <section aria-labelledby={`plan-${plan.key}`} className="flex h-full flex-col">
        <h2 id={`plan-${plan.key}`} className="text-xl font-semibold tracking-tight">
          {plan.name}
        </h2>
        <p className="mt-1 text-sm text-ink-soft">{plan.summary}</p>
        <p className="mt-6 flex items-baseline gap-2">
          <span className="text-4xl font-semibold tracking-tight tabular-nums">
            {formatMoney(price?.amount ?? 0, price?.currency ?? 'usd')}
          </span>
          <span className="text-sm text-ink-soft">{priceNote(plan, price)}</span>
        </p>
        <ReceiptRule />
        <FeatureList features={plan.features} className="mb-8 grow space-y-2.5" />
        <PlanAction plan={plan} price={price} holding={holding} />
      </section>
    </Receipt>
  )
}
