import { Link } from '@remix-run/react'
import { CircleAlert, CircleCheck, Hourglass, LoaderCircle, type LucideIcon } from 'lucide-react'
import { checkoutWords, type CheckoutView } from '../checkout-words.ts'
import { useCheckoutStatus } from '../use-checkout-status.ts'
import { button } from './button.ts'
import { Notice } from './notice.tsx'
import type { ReceiptLine } from './receipt.tsx'

type CheckoutStatusProps = {
  sessionId: string
  /** What each plan is called, by its key. */
  planNames: Record<string, string>
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
export function CheckoutStatus({ sessionId, planNames }: CheckoutStatusProps) {
  const { checkout, isTimedOut, askAgain } = useCheckoutStatus(sessionId)
  const view: CheckoutView = isTimedOut ? 'timed_out' : (checkout?.state ?? 'finalizing')
  const plan = checkout?.plan ? planNames[checkout.plan] : undefined
  const { title, text, payment } = checkoutWords(view, plan)
  return (
    <Notice
      {...LOOKS[view]}
      isBusy={view === 'finalizing'}
      title={title}
      lines={payment ? purchase(plan, checkout?.seats ?? 1, payment) : []}
      actions={<Actions view={view} onAskAgain={askAgain} />}
    >
      {text}
    </Notice>
  )
}

/** What was bought, as far as it is known, and how the payment stands. */
function purchase(plan: string | undefined, seats: number, payment: string): ReceiptLine[] {
  return [
    ...(plan ? [{ term: 'plan', fact: plan }] : []),
    ...(seats > 1 ? [{ term: 'seats', fact: String(seats) }] : []),
    { term: 'payment', fact: payment },
  ]
}

/** What the shopper can do. While it is being finalized: nothing, and nothing is asked of them. */
function Actions({ view, onAskAgain }: { view: CheckoutView; onAskAgain: () => void }) {
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
            See your plan
          </Link>
        </>
      )
    case 'ready':
    case 'awaiting_payment':
      return (
        <Link to="/billing" className={button()}>
          See your plan
        </Link>
      )
    case 'expired':
    case 'failed':
      return (
        <Link to="/pricing" className={button()}>
          Choose a plan
        </Link>
      )
  }
}
