import type { ReactNode } from 'react'
import { Receipt, ReceiptRule } from '../../ui/receipt.tsx'

type OfferCardProps = {
  /** Unique on the page. */
  id: string
  name: string
  summary: string
  /** As it is shown. */
  price: string
  /** What stands beside the price. */
  note: string
  /** What one gets for it. */
  children: ReactNode
  /** The way to get it. */
  action: ReactNode
}

/** Something that is sold, on the pricing page. */
export function OfferCard({ id, name, summary, price, note, children, action }: OfferCardProps) {
  return (
    <Receipt className="h-full">
      <section aria-labelledby={id} className="flex h-full flex-col">
        <h2 id={id} className="text-xl font-semibold tracking-tight">
          {name}
        </h2>
        <p className="mt-1 text-sm text-ink-soft">{summary}</p>
        <p className="mt-6 flex items-baseline gap-2">
          <span className="text-4xl font-semibold tracking-tight tabular-nums">{price}</span>
          <span className="text-sm text-ink-soft">{note}</span>
        </p>
        <ReceiptRule />
        <div className="mb-8 grow">{children}</div>
        {action}
      </section>
    </Receipt>
  )
}
