import type { BillingInterval, Plan } from '@paidup/billing'
import { Check } from 'lucide-react'
import { formatMoney } from '../money.ts'
import type { Holding } from '../plan-offer.ts'
import { FEATURE_WORDS, priceNote } from '../plan-words.ts'
import { PlanAction } from './plan-action.tsx'
import { Receipt, ReceiptRule } from './receipt.tsx'

type PlanCardProps = { plan: Plan; interval: BillingInterval; holding: Holding }

/** One plan of the pricing page, with the way to buy it. `holding` is what the viewer has. */
export function PlanCard({ plan, interval, holding }: PlanCardProps) {
  const price = plan.prices.find((candidate) => candidate.interval === interval)
  const features = plan.features.map((feature) => FEATURE_WORDS[feature])
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
          <span className="text-sm text-ink-soft">{priceNote(plan, interval)}</span>
        </p>
        <ReceiptRule />
        <ul className="mb-8 grow space-y-2.5 text-sm">
          {['The core product', ...features].map((feature) => (
            <li key={feature} className="flex items-center gap-2.5">
              <Check aria-hidden size={16} strokeWidth={2.6} className="shrink-0 text-paid" />
              {feature}
            </li>
          ))}
        </ul>
        <PlanAction plan={plan} price={price} holding={holding} />
      </section>
    </Receipt>
  )
}
