import { Prisma, type Tx } from '@paidup/db'
import { paidKeyOf, type Payable } from '../mapping/business-key.ts'
import { lost, refunded } from './parts/returned-money.ts'

/**
 * Appends what is to be taken back of the credits that a payable granted, or given again, for the money that went
 * back of it: the share of the whole, less what was taken back already. So the sum is exact in whatever order refunds
 * come, and three thirds make a whole. Appends nothing when the sum is right, and when nothing was granted.
 *
 * The caller holds the lock of the payment or the invoice, so that the sum can't change meanwhile; the entry's key is
 * the grant's with the number of the entry.
 */
export async function takeBackCredits(tx: Tx, payable: Payable): Promise<void> {
  const grantKey = paidKeyOf(payable)
  await tx.$executeRaw(Prisma.sql`
    WITH taken AS (
      SELECT COALESCE(sum(delta), 0)::int AS sum, count(*) AS count FROM credit_entries
      WHERE source_key = ${grantKey}),
    due AS (
      SELECT g.*, taken.count,
             -round(g.delta * LEAST(r.returned, g.amount_paid) / g.amount_paid)::int - taken.sum AS change
      FROM credit_entries g, taken,
           (SELECT COALESCE(sum(${refunded} + ${lost}), 0)::numeric AS returned
            FROM stripe_payments p WHERE ${paidBy(payable)}) r
      WHERE g.business_key = ${grantKey} AND g.amount_paid > 0)
    INSERT INTO credit_entries (business_key, source_key, org_id, stripe_customer_id, livemode, delta, reason)
    SELECT business_key || ':returned:' || count + 1, business_key, org_id, stripe_customer_id, livemode, change, 'refund'
    FROM due WHERE change <> 0`)
}

/** Which payments, `p` of `stripe_payments`, have paid it. */
function paidBy(payable: Payable): Prisma.Sql {
  return 'stripeInvoiceId' in payable
    ? Prisma.sql`p.stripe_invoice_id = ${payable.stripeInvoiceId}`
    : Prisma.sql`p.stripe_checkout_session_id = ${payable.stripeCheckoutSessionId}`
}
