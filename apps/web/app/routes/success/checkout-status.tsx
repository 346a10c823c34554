import { Link } from '@remix-run/react'
import { CircleAlert, CircleCheck, Hourglass, LoaderCircle, type LucideIcon } from 'lucide-react'
import { checkoutWords, type Bought, type CheckoutView } from './checkout-words.ts'
import type { ForSale } from '../../catalog/for-sale.server.ts'
import { useCheckoutStatus } from './use-checkout-status.ts'
import { button } from '../../ui/button.ts'
import { Notice } from '../../ui/notice.tsx'
import type { ReceiptLine } from '../../ui/receipt.tsx'

type CheckoutStatusProps = {
  sessionId: string
  /** All that can have been bought. */
  forSale: readonly ForSale[]
}

const LOOKS: Record<CheckoutView, { icon: LucideIcon; tone: 'good' | 'neutral' | 'bad' }> = {
  finalizing: { icon: LoaderCircle, tone: 'neutral' },
  timed_out: { icon: Hourglass, tone: 'neutral' },
  ready: { icon: CircleCheck, tone: 'good' },
  awaiting_payment: { icon: Hourglass, tone: 'neutral' },
  expired: { icon: CircleAlert, tone: 'bad' },
  failed: { icon: CircleAlert, tone: 'bad' },
}

/** How a checkout goes, from the redirect to the end. */
export function CheckoutStatus({ sessionId, forSale }: CheckoutStatusProps) {
  const { checkout, isTimedOut, askAgain } = useCheckoutStatus(sessionId)
  const view: CheckoutView = isTimedOut ? 'timed_out' : (checkout?.state ?? 'finalizing')
  const bought = forSale.find(({ key }) => key === checkout?.plan)
  const { title, text, payment } = checkoutWords(view, bought)
  return (
    <Notice
      {...LOOKS[view]}
      isBusy={view === 'finalizing'}
      title={title}
      lines={payment ? purchase(bought, checkout, payment) : []}
      actions={<Actions view={view} bought={bought} onAskAgain={askAgain} />}
    >
      {text}
    </Notice>
  )
}

/** What was bought, as far as it is known, and how the payment stands. */
function purchase(bought: Bought | undefined, counted: Counted | undefined, payment: string): ReceiptLine[] {
  const seats = counted?.seats ?? 1
  return [
    ...(bought ? [whatWasBought(bought, counted?.quantity ?? null)] : []),
    ...(seats > 1 ? [{ term: 'seats', fact: String(seats) }] : []),
    { term: 'payment', fact: payment },
  ]
}

type Counted = { seats: number | null; quantity: number | null }

/** @param packs null as long as it is not known how many */
function whatWasBought({ kind, name }: Bought, packs: number | null): ReceiptLine {
  if (kind !== 'credits') return { term: 'plan', fact: name }
  if (packs === null) return { term: 'bought', fact: 'credits' }
  return { term: 'bought', fact: packs === 1 ? name : `${packs} × ${name}` }
}

type ActionsProps = { view: CheckoutView; bought: Bought | undefined; onAskAgain: () => void }

/** What the shopper can do. While it is being finalized: nothing, and nothing is asked of them. */
function Actions({ view, bought, onAskAgain }: ActionsProps) {
  const isCredits = bought?.kind === 'credits'
  const lookAt = isCredits ? 'See your credits' : 'See your plan'
  switch (view) {
    case 'finalizing':
      return null
    case 'timed_out':
      return (
        <>
          <button onClick={onAskAgain} className={button()}>
            Check again
          </button>
          <Link to="/billing" className={button('quiet')}>
            {lookAt}
          </Link>
        </>
      )
    case 'ready':
    case 'awaiting_payment':
      return (
        <Link to="/billing" className={button()}>
          {lookAt}
        </Link>
      )
    case 'expired':
    case 'failed':
      return (
        <Link to="/pricing" className={button()}>
          {isCredits ? 'See plans and prices' : 'Choose a plan'}
        </Link>
      )
  }
}
