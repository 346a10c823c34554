import { Prisma, type Db } from '@paidup/db'
import { statusesThat } from '../mapping/status.ts'
import type { FactKind } from './insert-fact.ts'
import { belongsTo } from './parts/belongs-to.ts'
import { isSettled } from './parts/is-settled.ts'

const FINAL = statusesThat(({ isFinal }) => isFinal)

/** A line of the payment history. `amount` is in minor units of `currency`. */
export type PaymentLine = {
  businessKey: string
  kind: FactKind
  amount: number
  currency: string
  occurredAt: Date
  /** Stripe's page with the invoice, where one that is open can also be paid. */
  hostedInvoiceUrl: string | null
  invoicePdf: string | null
  /** Of an invoice that could not be collected at first: whether that is over by now, or its subscription is. */
  isSettled: boolean
}

/**
 * What happened to the money of an org, the newest first. Refunds and disputes name the payment alone; whose it was
 * is told by the invoice or the checkout that it paid.
 */
export async function selectPaymentHistory(
  db: Db,
  orgId: string,
  livemode: boolean,
  limit: number,
): Promise<PaymentLine[]> {
  return db.$queryRaw<PaymentLine[]>(Prisma.sql`
    WITH own AS (SELECT * FROM payments f WHERE ${belongsTo(Prisma.sql`f`, orgId, livemode)}),
    lines AS (
      SELECT * FROM own
      UNION
      SELECT f.* FROM own JOIN stripe_payments p ON p.stripe_invoice_id = own.stripe_object_id
                          JOIN payments f ON f.stripe_payment_id = p.stripe_payment_id
      UNION
      SELECT f.* FROM own JOIN stripe_payments p ON p.stripe_checkout_session_id = own.stripe_object_id
                          JOIN payments f ON f.stripe_payment_id = p.stripe_payment_id)
    SELECT business_key AS "businessKey", kind, amount::float8 AS amount, currency,
           occurred_at AS "occurredAt", hosted_invoice_url AS "hostedInvoiceUrl", invoice_pdf AS "invoicePdf",
           ${isSettled(Prisma.sql`lines`)} OR EXISTS (
                   SELECT FROM invoices i JOIN plan_entitlements e USING (stripe_subscription_id)
                   WHERE i.stripe_invoice_id = lines.stripe_object_id AND e.status = ANY (${FINAL})) AS "isSettled"
    FROM lines
    ORDER BY occurred_at DESC, id DESC
    LIMIT ${limit}::int`)
}
