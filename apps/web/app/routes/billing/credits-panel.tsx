import type { CreditPack, Plan } from '@paidup/billing/catalog'
import { formatMoney } from '../../ui/money.ts'
import { creditsNote } from '../../catalog/plan-words.ts'
import { CheckoutForm } from '../../catalog/checkout-form.tsx'

type CreditsPanelProps = { balance: number; plan: Plan | null; packs: readonly CreditPack[] }

/** How many credits there are, where more come from, and the way to buy some. `plan` is what is had now. */
export function CreditsPanel({ balance, plan, packs }: CreditsPanelProps) {
  const brings = plan && creditsNote(plan)
  return (
    <>
      <h2 className="text-lg font-semibold tracking-tight">Credits</h2>
      <p className="mt-3 flex items-baseline gap-2">
        <span className="text-4xl font-semibold tracking-tight tabular-nums">
          {balance.toLocaleString('en-US').replace('-', '−')}
        </span>{' '}
        <span className="text-sm text-ink-soft">{balance === 1 ? 'credit' : 'credits'} to spend</span>
      </p>
      <p className="mt-2 text-sm text-ink-soft">
        {brings ? `${plan.name} brings ${brings}.` : 'Your plan brings none by itself.'}
        {balance < 0 &&
          ' More were spent than there are, since some were refunded: the next ones make up for it.'}
      </p>
      <div className="mt-5 space-y-3">
        {packs.map(({ key, name, price }) => (
          <CheckoutForm
            key={key}
            plan={key}
            interval={null}
            tone="quiet"
            label={`Buy ${name} for ${formatMoney(price.amount, price.currency)}`}
          />
        ))}
      </div>
    </>
  )
}
