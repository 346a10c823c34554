import type { Db, Tx } from '@paidup/db'
import { catalog } from '../catalog/plans.ts'
import { subscriptionFrom } from '../mapping/subscription.ts'
import { claimEvent } from '../sql/claim-event.ts'
import { countDeletedCustomers } from '../sql/count-deleted-customers.ts'
import { countEndedCheckouts } from '../sql/count-ended-checkouts.ts'
import { drawTicket } from '../sql/draw-ticket.ts'
import { enqueueJob } from '../sql/enqueue-job.ts'
import { forgetCustomer } from '../sql/forget-customer.ts'
import { grantCredits } from '../sql/grant-credits.ts'
import { insertFact } from '../sql/insert-fact.ts'
import { insertQuarantinedEvent } from '../sql/insert-quarantined-event.ts'
import { insertSpend } from '../sql/insert-spend.ts'
import { insertStaleEvent } from '../sql/insert-stale-event.ts'
import { leaseDueReads } from '../sql/lease-due-reads.ts'
import { removeSupersededJobs } from '../sql/remove-superseded-jobs.ts'
import { resolveQuarantinedEvent } from '../sql/resolve-quarantined-event.ts'
import { selectChangeableSubscription } from '../sql/select-changeable-subscription.ts'
import { selectCheckout } from '../sql/select-checkout.ts'
import { selectCreditBalance } from '../sql/select-credit-balance.ts'
import { selectCustomer } from '../sql/select-customer.ts'
import { selectEntitlementMark } from '../sql/select-entitlement-mark.ts'
import { selectEntitlement } from '../sql/select-entitlement.ts'
import { selectHasSubscription } from '../sql/select-has-subscription.ts'
import { selectOrgEntitlements } from '../sql/select-org-entitlements.ts'
import { selectOtherOpenCheckouts } from '../sql/select-other-open-checkouts.ts'
import { selectPaymentHistory } from '../sql/select-payment-history.ts'
import { selectPortalCustomer } from '../sql/select-portal-customer.ts'
import { selectPurchase } from '../sql/select-purchase.ts'
import { selectQuarantinedEvents } from '../sql/select-quarantined-events.ts'
import { selectToldPlans } from '../sql/select-told-plans.ts'
import { settlePurchase } from '../sql/settle-purchase.ts'
import { syncCataloguePlans } from '../sql/sync-catalogue-plans.ts'
import { takeBackCredits } from '../sql/take-back-credits.ts'
import { unlockAbandonedJobs } from '../sql/unlock-abandoned-jobs.ts'
import { upsertAndLockCreditAccount } from '../sql/upsert-and-lock-credit-account.ts'
import { upsertAndLockInvoice } from '../sql/upsert-and-lock-invoice.ts'
import { upsertAndLockStripePayment } from '../sql/upsert-and-lock-stripe-payment.ts'
import { upsertCheckoutSession } from '../sql/upsert-checkout-session.ts'
import { upsertPurchase } from '../sql/upsert-purchase.ts'
import { writeEntitlementFromRead } from '../sql/write-entitlement-from-read.ts'
import { writeSubscriptionEvents } from '../sql/write-subscription-events.ts'
import { fixture } from './fixtures.ts'
import { BIG } from './filled-tables.ts'

const AT = new Date('2026-06-01T00:00:00Z')
const { org: ORG, customer: CUSTOMER, subscription: SUBSCRIPTION, invoice: INVOICE, payment: PAYMENT } = BIG
const CHECKOUT = BIG.checkout

const owned = { businessKey: 'new', stripeCustomerId: CUSTOMER, orgId: null, livemode: false }
const event = { eventId: 'evt_new', eventType: 'invoice.paid' }
const money = { amount: 1900, currency: 'usd' }
const { fields: entitlement } = subscriptionFrom(fixture('customer.subscription.updated').data.object)

const session = {
  orgId: ORG,
  isOrgCertain: true,
  userId: null,
  product: 'pro',
  mode: 'subscription',
  status: 'open',
  paymentStatus: 'unpaid',
  stripeCustomerId: CUSTOMER,
  stripeSubscriptionId: null,
}
const purchase = {
  ...money,
  stripeCheckoutSessionId: CHECKOUT,
  stripePaymentId: PAYMENT,
  stripeCustomerId: CUSTOMER,
  stripeInvoiceId: null,
  orgId: ORG,
  livemode: false,
  product: 'lifetime',
  quantity: 1,
  isPaid: true,
  createdAt: AT,
}

/**
 * What files of `sql/` send, in every form that they have, about the org that has the most: to be looked at, not run.
 * One that is not here is looked at as it is sent with `anything`.
 */
export const everyStatement: Record<string, (db: Db & Tx) => Promise<unknown>[]> = {
  'claim-event': (db) => [claimEvent(db, 'stripe', 'evt_new', 'invoice.paid')],
  'count-deleted-customers': (db) => [countDeletedCustomers(db, ORG, false)],
  'count-ended-checkouts': (db) => [countEndedCheckouts(db, ORG)],
  'draw-ticket': (db) => [drawTicket(db, SUBSCRIPTION)],
  'enqueue-job': (db) => [
    enqueueJob(db, { task: 'reread_subscription', payload: {}, key: 'one', when: 'settled' }),
  ],
  'forget-customer': (db) => [
    forgetCustomer(db, { stripeCustomerId: CUSTOMER, orgId: ORG, livemode: false }),
  ],
  'grant-credits': (db) => [grantCredits(db, { ...owned, credits: 1, reason: 'plan', amountPaid: 1 })],
  'insert-fact': (db) => [
    insertFact(db, {
      ...owned,
      ...money,
      kind: 'invoice_paid',
      stripeObjectId: INVOICE,
      occurredAt: AT,
      eventId: null,
    }),
  ],
  'insert-quarantined-event': (db) => [
    insertQuarantinedEvent(db, { ...event, payload: Buffer.from('{}'), reason: 'unreadable' }),
  ],
  'insert-spend': (db) => [
    insertSpend(db, { businessKey: 'spend', orgId: ORG, livemode: false, credits: 1, note: null }),
  ],
  'insert-stale-event': (db) => [
    insertStaleEvent(db, { ...event, objectId: SUBSCRIPTION, created: AT, mark: AT }),
  ],
  'lease-due-reads': (db) => [leaseDueReads(db, 5)],
  'remove-superseded-jobs': (db) => [removeSupersededJobs(db)],
  'resolve-quarantined-event': (db) => [resolveQuarantinedEvent(db, event.eventId)],
  'select-changeable-subscription': (db) => [selectChangeableSubscription(db, ORG, false)],
  'select-checkout': (db) => [selectCheckout(db, ORG, CHECKOUT)],
  'select-credit-balance': (db) => [selectCreditBalance(db, ORG, false)],
  'select-customer': (db) => [selectCustomer(db, ORG, false)],
  'select-entitlement-mark': (db) => [selectEntitlementMark(db, SUBSCRIPTION)],
  'select-entitlement': (db) => [selectEntitlement(db, SUBSCRIPTION)],
  'select-has-subscription': (db) => [selectHasSubscription(db, ORG, false)],
  'select-org-entitlements': (db) => [selectOrgEntitlements(db, ORG, false)],
  'select-other-open-checkouts': (db) => [selectOtherOpenCheckouts(db, ORG, CHECKOUT)],
  'select-payment-history': (db) => [
    selectPaymentHistory(db, ORG, false, 100),
    selectPaymentHistory(db, ORG, false, 100, 'invoice_paid:big_1_1'),
  ],
  'select-portal-customer': (db) => [selectPortalCustomer(db, ORG, false)],
  'select-purchase': (db) => [selectPurchase(db, CHECKOUT)],
  'select-quarantined-events': (db) => [
    selectQuarantinedEvents(db),
    selectQuarantinedEvents(db, event.eventId),
  ],
  'select-told-plans': (db) => [selectToldPlans(db, false)],
  'settle-purchase': (db) => [settlePurchase(db, CHECKOUT)],
  'sync-catalogue-plans': (db) => [syncCataloguePlans(db, catalog, false)],
  'take-back-credits': (db) => [
    takeBackCredits(db, { stripeInvoiceId: INVOICE }),
    takeBackCredits(db, { stripeCheckoutSessionId: CHECKOUT }),
  ],
  'unlock-abandoned-jobs': (db) => [unlockAbandonedJobs(db)],
  'upsert-and-lock-credit-account': (db) => [upsertAndLockCreditAccount(db, ORG)],
  'upsert-and-lock-invoice': (db) => [upsertAndLockInvoice(db, INVOICE, SUBSCRIPTION)],
  'upsert-and-lock-stripe-payment': (db) => [
    upsertAndLockStripePayment(db, { stripePaymentId: PAYMENT, stripeInvoiceId: INVOICE }),
  ],
  'upsert-checkout-session': (db) => [upsertCheckoutSession(db, { ...session, id: CHECKOUT })],
  'upsert-purchase': (db) => [upsertPurchase(db, { ...purchase, status: 'paid' })],
  'write-entitlement-from-read': (db) => [
    writeEntitlementFromRead(db, entitlement, { number: 1n, mark: AT }, AT),
  ],
  'write-subscription-events': (db) => [
    writeSubscriptionEvents(db, [{ ...event, at: AT, livemode: false, orgId: ORG, fields: entitlement }], {}),
  ],
}

/** Stands for any argument, and whatever is read of it: a text at last. */
export const anything: unknown = new Proxy(() => anything, {
  get: (_, key) => {
    if (key === Symbol.toPrimitive || key === 'toJSON') return () => 'anything'
    return key === Symbol.iterator ? [].values : anything
  },
  has: () => true,
})
