import { Prisma } from '@paidup/db'
import { disputeState } from './dispute-state.ts'
import { isSettled } from './is-settled.ts'

/** A subscription or a one-time purchase of an org, as what it grants is read from it. */
export type EntitlementRow = {
  /** Null for a one-time purchase. */
  stripeSubscriptionId: string | null
  /** A key of the catalogue, or `unknown`. */
  product: string
  /** Stripe's status of a subscription, ours of a purchase; no word means two things. */
  status: string
  quantity: number
  interval: string | null
  currentPeriodEnd: Date | null
  trialEnd: Date | null
  cancelAt: Date | null
  cancelAtPeriodEnd: boolean
  /** How disputes stand over what was paid for it; null when there is none, or all were won. */
  dispute: 'open' | 'lost' | null
  /** When the first payment of an invoice failed that is still open; null when there is none. */
  overdueSince: Date | null
}

/** The invoices of a subscription `e` of `plan_entitlements`: an array, for the reason that `disputeState` has. */
const itsInvoices = Prisma.sql`
  ANY (ARRAY(SELECT stripe_invoice_id FROM invoices i WHERE i.stripe_subscription_id = e.stripe_subscription_id))`

/** The columns of an `EntitlementRow`, of a subscription `e` of `plan_entitlements`. */
export const subscriptionColumns = Prisma.sql`
  e.stripe_subscription_id AS "stripeSubscriptionId", e.plan AS product, e.status, e.quantity, e."interval",
  e.current_period_end AS "currentPeriodEnd", e.trial_end AS "trialEnd", e.cancel_at AS "cancelAt",
  e.cancel_at_period_end AS "cancelAtPeriodEnd",
  ${disputeState(Prisma.sql`
      SELECT stripe_payment_id FROM stripe_payments WHERE stripe_invoice_id = ${itsInvoices}`)} AS dispute,
  (SELECT min(f.occurred_at) FROM payments f
   WHERE f.kind = 'invoice_payment_failed' AND f.stripe_object_id = ${itsInvoices}
     AND NOT ${isSettled(Prisma.sql`f`)}
  ) AS "overdueSince"`

/** The columns of an `EntitlementRow`, of a one-time purchase `s` of `purchases`. */
export const purchaseColumns = Prisma.sql`
  NULL AS "stripeSubscriptionId", s.product, s.status, s.quantity, NULL, NULL::timestamptz, NULL::timestamptz,
  NULL::timestamptz, false, ${disputeState(Prisma.sql`
      SELECT stripe_payment_id FROM stripe_payments p
      WHERE p.stripe_checkout_session_id = s.stripe_checkout_session_id`)} AS dispute, NULL::timestamptz AS "overdueSince"`
