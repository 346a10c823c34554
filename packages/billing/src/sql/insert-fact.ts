import type { Tx } from '@paidup/db'
import { instant } from './parts/instant.ts'

export type PaymentKind =
  | 'invoice_paid'
  | 'invoice_payment_failed'
  | 'invoice_payment_action_required'
  | 'invoice_voided'
  | 'invoice_marked_uncollectible'
  | 'purchase_paid'
  | 'purchase_payment_failed'
  | 'refund'
  | 'refund_failed'
  | 'dispute_inquired'
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost'

/** A fact about money. `amount` is in minor units of `currency`, never negative. */
export type PaymentFields = {
  businessKey: string
  kind: PaymentKind
  stripeObjectId: string
  stripePaymentId?: string | null
  stripeCustomerId?: string | null
  orgId?: string | null
  livemode: boolean
  amount: number
  currency: string
  occurredAt: Date
  eventId: string | null
  hostedInvoiceUrl?: string | null
  invoicePdf?: string | null
}

/** Who told a fact, and in which mode; no event where Stripe was asked without one. */
export type FactSource = Pick<PaymentFields, 'livemode' | 'eventId'>

/** Appends a fact, once: the business key stands for what happened, whichever event told of it. */
export async function insertPayment(tx: Tx, payment: PaymentFields): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO payments
      (business_key, kind, stripe_object_id, stripe_payment_id, stripe_customer_id, org_id, livemode, amount,
       currency, occurred_at, event_id, hosted_invoice_url, invoice_pdf)
    VALUES (${payment.businessKey}, ${payment.kind}, ${payment.stripeObjectId}, ${payment.stripePaymentId ?? null},
            ${payment.stripeCustomerId ?? null}, ${payment.orgId ?? null}, ${payment.livemode},
            ${payment.amount}::bigint, ${payment.currency}, ${instant(payment.occurredAt)}, ${payment.eventId},
            ${payment.hostedInvoiceUrl ?? null}, ${payment.invoicePdf ?? null})
    ON CONFLICT (business_key) DO NOTHING`
}
