import type { ReadDeps } from '../deps.ts'
import { selectPaymentHistory, type PaymentLine } from '../sql/select-payment-history.ts'

/** The most lines of one page. */
export const HISTORY_LINES = 100

export type HistoryPage = {
  /** The last line of the page before it, by its business key; the newest page where it is not given. */
  before?: string | undefined
  /** Lines at most, 100 or fewer. */
  limit?: number | undefined
}

/**
 * What happened to an org's money, the newest first: paid and failed invoices with their links, purchases, refunds,
 * disputes.
 * @returns null where `before` is no line of this org's
 */
export async function paymentHistory(
  { db, livemode }: ReadDeps,
  orgId: string,
  { before, limit = HISTORY_LINES }: HistoryPage = {},
): Promise<PaymentLine[] | null> {
  if (before === undefined) return selectPaymentHistory(db, orgId, livemode, limit)
  const [last, ...older] = await selectPaymentHistory(db, orgId, livemode, limit + 1, before)
  return last?.businessKey === before ? older : null
}
