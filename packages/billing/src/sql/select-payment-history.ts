import { Prisma, type Db } from '@paidup/db'
import { statusesThat } from '../mapping/status.ts'
import type { FactKind } from './insert-fact.ts'
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
 * What happened to the money of an org, the newest first: so many lines, those from the line `from` on where it is
 * given. Refunds and disputes name the payment alone; whose it was is told by the invoice or the checkout that it paid.
 *
 * The page is cut before anything is asked about its lines: from the end of an index, for what names the org or one of
 * its customers; the facts of its payments, which may be about old ones, are found by the few payments that have any.
 */
export async function selectPaymentHistory(
  db: Db,
  orgId: string,
  livemode: boolean,
  limit: number,
  from?: string,
): Promise<PaymentLine[]> {
  const place = (column: Prisma.Sql) =>
    Prisma.sql`(SELECT ${column} FROM payments WHERE business_key = ${from})`
  const isDue =
    from === undefined
      ? Prisma.sql`true`
      : Prisma.sql`(f.occurred_at, f.id) <= (${place(Prisma.sql`occurred_at`)}, ${place(Prisma.sql`id`)})`
  const newestFirst = Prisma.sql`ORDER BY occurred_at DESC, id DESC LIMIT ${limit}::int`
  return db.$queryRaw<PaymentLine[]>(Prisma.sql`
    WITH customers AS MATERIALIZED (
      SELECT stripe_customer_id FROM billing_customers WHERE org_id = ${orgId} OR former_org_id = ${orgId}),
    paid_for AS MATERIALIZED (
      SELECT ARRAY(
        SELECT stripe_object_id FROM payments f WHERE f.org_id = ${orgId} AND f.livemode = ${livemode}
        UNION
        SELECT own.* FROM customers c, LATERAL (
          SELECT stripe_object_id FROM payments f
          WHERE f.org_id IS NULL AND f.livemode = ${livemode} AND f.stripe_customer_id = c.stripe_customer_id
          OFFSET 0) own) AS ids),
    page AS (
      (SELECT f.id, f.occurred_at FROM payments f
       WHERE f.org_id = ${orgId} AND f.livemode = ${livemode} AND ${isDue} ${newestFirst})
      UNION
      SELECT own.* FROM customers c, LATERAL (
        SELECT f.id, f.occurred_at FROM payments f
        WHERE f.org_id IS NULL AND f.livemode = ${livemode} AND f.stripe_customer_id = c.stripe_customer_id
          AND ${isDue} ${newestFirst}) own
      UNION
      SELECT f.id, f.occurred_at FROM payments f
      WHERE ${isDue} AND f.stripe_payment_id = ANY (ARRAY(
        SELECT stripe_payment_id FROM stripe_payments
        WHERE has_facts AND stripe_invoice_id = ANY ((SELECT ids FROM paid_for)::text[])
        UNION ALL
        SELECT stripe_payment_id FROM stripe_payments
        WHERE has_facts AND stripe_checkout_session_id = ANY ((SELECT ids FROM paid_for)::text[])))
      ${newestFirst})
    SELECT business_key AS "businessKey", kind, amount::float8 AS amount, currency,
           line.occurred_at AS "occurredAt", hosted_invoice_url AS "hostedInvoiceUrl", invoice_pdf AS "invoicePdf",
           ${isSettled(Prisma.sql`line`)} OR COALESCE((
             SELECT e.status = ANY (${FINAL}) FROM invoices i JOIN plan_entitlements e USING (stripe_subscription_id)
             WHERE i.stripe_invoice_id = line.stripe_object_id), false) AS "isSettled"
    FROM page JOIN payments line USING (id)
    ORDER BY line.occurred_at DESC, line.id DESC`)
}
