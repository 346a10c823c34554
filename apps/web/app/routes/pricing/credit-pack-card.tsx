import type { CreditPack } from '@paidup/billing/catalog'
import { formatMoney } from '../../ui/money.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { CheckoutForm } from '../../catalog/checkout-form.tsx'
import { OfferCard } from './offer-card.tsx'
import { UnitsField } from '../../catalog/units-field.tsx'

/** `buyers` names who may buy for an organization. */
type CreditPackCardProps = { pack: CreditPack; mayBuy: boolean; buyers: string }

/** A credit pack of the pricing page, to be bought as often as one likes. */
export function CreditPackCard({ pack, mayBuy, buyers }: CreditPackCardProps) {
  return (
    <OfferCard
      id={`pack-${pack.key}`}
      name={pack.name}
      summary={pack.summary}
      price={formatMoney(pack.price.amount, pack.price.currency)}
      note="a pack, once"
      action={
        mayBuy ? (
          <CheckoutForm plan={pack.key} interval={null} label="Buy credits">
            <UnitsField label="Packs" price={pack.price} initial={1} />
          </CheckoutForm>
        ) : (
          <p className="px-5 py-3 text-center text-ink-soft">Only {buyers} can buy them</p>
        )
      }
    >
      <CheckList
        items={['On top of what a plan brings', 'With any plan, also the free one', 'They do not expire']}
        className="space-y-2.5"
      />
    </OfferCard>
  )
}
