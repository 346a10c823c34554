import type { Tx } from '@paidup/db'
import { instant } from './parts/instant.ts'

export type FactKind =
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

/** A fact about money, a row of `payments`. `amount` is in minor units of `currency`, never negative. */
export type PaymentFact = {
  businessKey: string
  kind: FactKind
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
export type FactSource = Pick<PaymentFact, 'livemode' | 'eventId'>

/**
 * Appends a fact, once: the business key stands for what happened, whichever event told of it. The payment that a
 * refund or a dispute names is marked, whose row the caller has locked: an org's history asks for the facts of its
 * payments, and finds the few that have any without a look at each.
 */
export async function insertFact(tx: Tx, fact: PaymentFact): Promise<void> {
  await tx.$executeRaw`
    WITH told AS (INSERT INTO payments
      (business_key, kind, stripe_object_id, stripe_payment_id, stripe_customer_id, org_id, livemode, amount,
       currency, occurred_at, event_id, hosted_invoice_url, invoice_pdf)
    VALUES (${fact.businessKey}, ${fact.kind}, ${fact.stripeObjectId}, ${fact.stripePaymentId ?? null},
            ${fact.stripeCustomerId ?? null}, ${fact.orgId ?? null}, ${fact.livemode},
            ${fact.amount}::bigint, ${fact.currency}, ${instant(fact.occurredAt)}, ${fact.eventId},
            ${fact.hostedInvoiceUrl ?? null}, ${fact.invoicePdf ?? null})
    ON CONFLICT (business_key) DO NOTHING
    RETURNING stripe_payment_id)
    UPDATE stripe_payments SET has_facts = true
    WHERE stripe_payment_id = (SELECT stripe_payment_id FROM told) AND NOT has_facts`
}
