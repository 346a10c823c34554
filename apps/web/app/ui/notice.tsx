import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Receipt, ReceiptLines, ReceiptRule, type ReceiptLine } from './receipt.tsx'

type NoticeProps = {
  title: string
  icon: LucideIcon
  tone?: 'good' | 'neutral' | 'bad'
  /** Whether something is under way: the icon turns. */
  isBusy?: boolean
  /** A sentence or two: what it means, and what comes next. */
  children: ReactNode
  /** Facts, line by line. */
  lines?: readonly ReceiptLine[]
  /** Links and buttons. */
  actions?: ReactNode
}

const TONES = {
  good: 'bg-paid-wash text-paid',
  neutral: 'bg-paper text-ink-soft',
  bad: 'bg-alert-wash text-alert',
}

/** One message that is the whole page. A change of it is read out. */
export function Notice({
  title,
  icon: Icon,
  tone = 'neutral',
  isBusy = false,
  children,
  lines = [],
  actions,
}: NoticeProps) {
  return (
    <Receipt className="mx-auto max-w-md">
      <div role="status" className="pt-2 text-center">
        <span className={`inline-grid size-14 place-items-center rounded-full ${TONES[tone]}`}>
          <Icon aria-hidden size={28} className={isBusy ? 'animate-spin motion-reduce:animate-none' : ''} />
        </span>
        <h1 className="mt-5 text-2xl font-semibold tracking-tight text-balance">{title}</h1>
        <div className="mt-2.5 text-ink-soft">{children}</div>
      </div>
      {lines.length > 0 && (
        <>
          <ReceiptRule />
          <ReceiptLines lines={lines} />
        </>
      )}
      {actions && <div className="mt-7 mb-2 empty:hidden flex flex-wrap justify-center gap-3">{actions}</div>}
    </Receipt>
  )
}
