import { creditPackByKey } from '../catalog/lookup.ts'
import type { InvoiceFields, InvoiceLine } from '../mapping/invoice.ts'
import type { PurchaseFields } from '../mapping/session.ts'

/**
 * What a paid invoice brings in credits: those of each plan for the months that its lines pay for. None for a change
 * within a period (a proration), nor for a trial, whose line is of amount zero. A coupon leaves the line's amount as
 * it is.
 * @returns null where the invoice does not tell, and Stripe has to be asked
 */
export function creditsOfInvoice({ lines }: Pick<InvoiceFields, 'lines'>): number | null {
  if (!lines) return null
  let credits = 0
  for (const line of lines) {
    if (line.isProration || !line.isOfSubscription || line.amount <= 0) continue
    if (line.plan === 'not_told') return null
    if (line.plan === 'not_ours') continue
    const { creditsPerMonth, isPerSeat } = line.plan
    credits += creditsPerMonth * monthsOf(line.period) * (isPerSeat ? line.quantity : 1)
  }
  return credits
}

/** What a purchase brings in credits: those of its packs, none where it is of something else. */
export function creditsOfPurchase({
  product,
  quantity,
}: Pick<PurchaseFields, 'product' | 'quantity'>): number {
  return (creditPackByKey(product)?.credits ?? 0) * quantity
}

const DAYS_A_MONTH = 365.2425 / 12

function monthsOf({ start, end }: InvoiceLine['period']): number {
  return Math.max(1, Math.round((end.getTime() - start.getTime()) / 86_400_000 / DAYS_A_MONTH))
}
