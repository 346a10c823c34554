import type { PaymentLine } from '@paidup/billing'
import { formatMoney } from '../../ui/money.ts'

type Words = {
  /** What happened, for who paid. */
  what: string
  tone: 'good' | 'neutral' | 'bad'
  /** Whether the money went back. */
  isReturned?: true
  /** Whether an invoice is open until it is settled. */
  isOpen?: true
}

const WORDS: Record<PaymentLine['kind'], Words> = {
  invoice_paid: { what: 'Paid', tone: 'good' },
  invoice_payment_failed: { what: 'Payment failed', tone: 'bad', isOpen: true },
  invoice_payment_action_required: { what: 'Your bank asks you to confirm', tone: 'bad', isOpen: true },
  invoice_voided: { what: 'Invoice canceled', tone: 'neutral' },
  invoice_marked_uncollectible: { what: 'Invoice not collected', tone: 'neutral' },
  purchase_paid: { what: 'Paid', tone: 'good' },
  purchase_payment_failed: { what: 'Payment failed', tone: 'bad' },
  refund: { what: 'Refunded', tone: 'neutral', isReturned: true },
  refund_failed: { what: 'Refund failed', tone: 'bad' },
  dispute_inquired: { what: 'Your bank asked about the payment', tone: 'neutral' },
  dispute_opened: { what: 'Payment disputed', tone: 'bad' },
  dispute_won: { what: 'Dispute over, the payment stands', tone: 'neutral' },
  dispute_lost: { what: 'Dispute over, money returned', tone: 'neutral', isReturned: true },
}

/**
 * A line of the payment history as it is shown.
 * @returns `payUrl`, where an open invoice can be paid; null once it is settled, and where nothing is to be paid
 */
export function paymentWords(line: PaymentLine) {
  const { what, tone, isReturned = false, isOpen = false } = WORDS[line.kind]
  const amount = formatMoney(line.amount, line.currency)
  const isDue = isOpen && !line.isSettled
  return {
    what: isOpen && line.isSettled ? `${what}, settled since` : what,
    tone: isOpen && line.isSettled ? ('neutral' as const) : tone,
    amount: isReturned ? `−${amount}` : amount,
    payUrl: isDue ? line.hostedInvoiceUrl : null,
  }
}
