import type { ReadDeps } from '../deps.ts'
import { selectPaymentHistory, type PaymentLine } from '../sql/select-payment-history.ts'

/** The newest lines that the history shows. */
const HISTORY_LINES = 100

/** What happened to an org's money: paid and failed invoices with their links, purchases, refunds, disputes. */
export function paymentHistory({ db, livemode }: ReadDeps, orgId: string): Promise<PaymentLine[]> {
  return selectPaymentHistory(db, orgId, livemode, HISTORY_LINES)
}
