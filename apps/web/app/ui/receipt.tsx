import type { ReactNode } from 'react'

/** A slip of paper with a torn lower edge: what the product shows whenever it states a fact about a plan. */
export function Receipt({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <div className={`drop-shadow-[0_8px_24px_rgb(23_33_29/0.09)] ${className}`}>
      <div className="torn-edge h-full rounded-t-xl bg-white px-6 pt-7 pb-10 sm:px-8">{children}</div>
    </div>
  )
}

export type ReceiptLine = { term: string; fact: string }

/** The lines of a receipt: terms on the left, facts on the right, dots between. */
export function ReceiptLines({ lines }: { lines: readonly ReceiptLine[] }) {
  return (
    <dl className="space-y-2.5 font-mono text-sm">
      {lines.map(({ term, fact }) => (
        <div key={term} className="flex items-baseline gap-2">
          <dt className="shrink-0 text-ink-soft">{term}</dt>
          <span aria-hidden className="grow -translate-y-1 border-b border-dotted border-ink-soft/40" />
          <dd className="text-right font-medium">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

export function ReceiptRule() {
  return <hr className="my-6 border-t border-dashed border-line" />
}
