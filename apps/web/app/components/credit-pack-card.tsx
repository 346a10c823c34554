import type { CreditPack } from '@paidup/billing/catalog'
import { formatMoney } from '../money.ts'
import { CheckList } from './check-list.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { OfferCard } from './offer-card.tsx'
import { UnitsField } from './units-field.tsx'

/** A credit pack of the pricing page: anyone can buy it, as often as they like. */
export function CreditPackCard({ pack }: { pack: CreditPack }) {
  return (
    <OfferCard
      id={`pack-${pack.key}`}
      name={pack.name}
      summary={pack.summary}
      price={formatMoney(pack.price.amount, pack.price.currency)}
      note="a pack, once"
      action={
        <CheckoutForm plan={pack.key} interval={null} label="Buy credits">
          <UnitsField label="Packs" price={pack.price} initial={1} />
        </CheckoutForm>
      }
    >
      <CheckList
        items={['On top of what a plan brings', 'With any plan, also the free one', 'They do not expire']}
        className="space-y-2.5"
      />
    </OfferCard>
  )
}
