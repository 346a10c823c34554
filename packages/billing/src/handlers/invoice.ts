import type { Tx } from '@paidup/db'
import { enqueueFetch, wantReread } from '../queue/enqueue.ts'
import { invoicePaymentFrom } from '../mapping/invoice-payment.ts'
import { invoiceFrom, type InvoiceFields } from '../mapping/invoice.ts'
import { creditsOfInvoice } from '../credits/credit-policy.ts'
import type { Handled } from '../delivery/outcome.ts'
import type { Told } from '../delivery/told.ts'
import { paidKeyOf } from '../mapping/business-key.ts'
import { grantCredits } from '../sql/grant-credits.ts'
import { insertFact, type PaymentFact, type FactKind } from '../sql/insert-fact.ts'
import { linkCustomer } from '../sql/link-customer.ts'
import { upsertAndLockInvoice } from '../sql/upsert-and-lock-invoice.ts'
import { upsertAndLockStripePayment } from '../sql/upsert-and-lock-stripe-payment.ts'
import { takeBackCredits } from '../sql/take-back-credits.ts'
import { lockPaymentAndInvoice, settle } from './settle.ts'

type InvoiceEvent =
  | 'invoice.paid'
  | 'invoice.payment_failed'
  | 'invoice.payment_action_required'
  | 'invoice.voided'
  | 'invoice.marked_uncollectible'

/**
 * Records what became of an invoice, and grants the credits of a plan when it is paid. Its subscription is read, too:
 * a payment outside Stripe shows there.
 */
export async function recordInvoice(tx: Tx, told: Told<InvoiceEvent>): Promise<Handled> {
  const invoice = invoiceFrom(told.object)
  const { stripeCustomerId, orgId, stripeSubscriptionId } = invoice
  if (stripeCustomerId && orgId)
    await linkCustomer(tx, { stripeCustomerId, orgId, livemode: told.livemode, isCertain: true })
  for (const stripePaymentId of invoice.stripePaymentIds)
    await upsertAndLockStripePayment(tx, { stripePaymentId, stripeInvoiceId: invoice.id })
  await upsertAndLockInvoice(tx, invoice.id, stripeSubscriptionId)
  const fact = factOf(told, invoice)
  if (fact) await insertFact(tx, fact)
  if (fact?.kind === 'invoice_paid') {
    const credits = creditsOfInvoice(invoice)
    if (credits === null && !told.isRead) await enqueueFetch(tx, told)
    // Null of what was read, too, where Stripe does not tell either, as for a line without a price.
    if (credits) await grantPlanCredits(tx, invoice, credits, told.livemode)
  }
  if (stripeSubscriptionId) await wantReread(tx, stripeSubscriptionId, 'settled')
  return { outcome: 'processed' }
}

/** Notes which payment paid an invoice: refunds and disputes name the payment alone. */
export async function linkInvoicePayment(tx: Tx, told: Told<'invoice_payment.paid'>): Promise<Handled> {
  const { stripePaymentId, stripeInvoiceId } = invoicePaymentFrom(told.object)
  if (!stripePaymentId) return { outcome: 'processed' }
  const paidFor = await lockPaymentAndInvoice(tx, { stripePaymentId, stripeInvoiceId })
  await settle(tx, paidFor)
  return { outcome: 'processed' }
}

async function grantPlanCredits(
  tx: Tx,
  invoice: InvoiceFields,
  credits: number,
  livemode: boolean,
): Promise<void> {
  await grantCredits(tx, {
    businessKey: paidKeyOf({ stripeInvoiceId: invoice.id }),
    stripeCustomerId: invoice.stripeCustomerId,
    orgId: invoice.orgId,
    livemode,
    credits,
    reason: 'plan',
    amountPaid: invoice.amountPaid,
  })
  await takeBackCredits(tx, { stripeInvoiceId: invoice.id })
}

/** What each event tells of: only of an invoice that has this status, under this key, at this instant. */
const FACTS = {
  'invoice.paid': { kind: 'invoice_paid', status: 'paid', key: () => 'paid', at: (one) => one.paidAt },
  'invoice.payment_failed': {
    kind: 'invoice_payment_failed',
    status: 'open',
    key: (one) => `payment_failed:${one.attemptCount}`,
    at: () => null,
  },
  'invoice.payment_action_required': {
    kind: 'invoice_payment_action_required',
    status: 'open',
    key: (one) => `payment_action_required:${one.attemptCount}`,
    at: () => null,
  },
  'invoice.voided': {
    kind: 'invoice_voided',
    status: 'void',
    key: () => 'voided',
    at: (one) => one.voidedAt,
  },
  'invoice.marked_uncollectible': {
    kind: 'invoice_marked_uncollectible',
    status: 'uncollectible',
    key: () => 'marked_uncollectible',
    at: (one) => one.markedUncollectibleAt,
  },
} as const satisfies Record<
  InvoiceEvent,
  {
    kind: FactKind
    status: InvoiceFields['status']
    key: (invoice: InvoiceFields) => string
    at: (invoice: InvoiceFields) => Date | null
  }
>

/** Null where the invoice, read later, has moved on since: an event of its own tells of that. */
function factOf(told: Told<InvoiceEvent>, invoice: InvoiceFields): PaymentFact | null {
  const { kind, status, key, at } = FACTS[told.type]
  if (invoice.status !== status) return null
  return {
    businessKey: `invoice:${invoice.id}:${key(invoice)}`,
    kind,
    stripeObjectId: invoice.id,
    stripeCustomerId: invoice.stripeCustomerId,
    orgId: invoice.orgId,
    livemode: told.livemode,
    amount: kind === 'invoice_paid' ? invoice.amountPaid : invoice.amountDue,
    currency: invoice.currency,
    occurredAt: at(invoice) ?? told.at,
    eventId: told.eventId,
    hostedInvoiceUrl: invoice.hostedInvoiceUrl,
    invoicePdf: invoice.invoicePdf,
  }
}
