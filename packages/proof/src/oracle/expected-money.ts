import { catalog, creditPackByKey } from '@paidup/billing/catalog'
import type Stripe from 'stripe'

/** What credits came from, and how much of its money went back. Amounts in minor units. */
type Grant = { key: string; customer: string; credits: number; amountPaid: number; returned: number }

/** A fact for each time that an invoice could not be collected, and one for how it ended. */
export function factsOfInvoice(invoice: Stripe.Invoice, events: Stripe.Event[]): object[] {
  const { id, status, status_transitions, amount_due, amount_paid, hosted_invoice_url } = invoice
  const fact = { stripe_object_id: id, stripe_customer_id: invoice.customer, hosted_invoice_url }
  const end = (key: string, amount: number, at: number | null) => ({
    ...fact,
    business_key: `invoice:${id}:${key}`,
    kind: `invoice_${key}`,
    amount,
    occurred_at: secondText(at ?? 0),
  })
  const ends = []
  if (status === 'paid') ends.push(end('paid', amount_paid, status_transitions.paid_at))
  if (status === 'void') ends.push(end('voided', amount_due, status_transitions.voided_at))
  return [...failuresOf(id ?? '', events).map((failure) => ({ ...fact, ...failure })), ...ends]
}

/** Two events may tell of one try; no object tells of any. */
function failuresOf(id: string, events: Stripe.Event[]): object[] {
  const byKey = new Map<string, object>()
  for (const { type, created, data } of events) {
    if (type !== 'invoice.payment_failed' || data.object.id !== id) continue
    const { attempt_count, amount_due } = data.object
    const business_key = `invoice:${id}:payment_failed:${attempt_count}`
    const kind = 'invoice_payment_failed'
    byKey.set(business_key, { business_key, kind, amount: amount_due, occurred_at: secondText(created) })
  }
  return [...byKey.values()]
}

export function factOfPurchase(session: Stripe.Checkout.Session): object {
  return {
    business_key: `checkout:${session.id}:paid`,
    kind: 'purchase_paid',
    stripe_object_id: session.id,
    amount: session.amount_total,
    occurred_at: secondText(session.created),
  }
}

export function factsOfRefund(refund: Stripe.Refund): object[] {
  const fact = {
    stripe_object_id: refund.id,
    stripe_payment_id: refund.payment_intent,
    amount: refund.amount,
    occurred_at: secondText(refund.created),
  }
  const given = { ...fact, business_key: `refund:${refund.id}`, kind: 'refund' }
  if (refund.status !== 'failed') return [given]
  return [given, { ...fact, business_key: `refund:${refund.id}:failed`, kind: 'refund_failed' }]
}

/** What brought credits: the invoices of plans, and the packs. */
export function grantsOf(
  invoices: Stripe.Invoice[],
  purchases: Stripe.Checkout.Session[],
  charges: Stripe.Charge[],
): Grant[] {
  const returnedOf = (intent: unknown) =>
    charges.find(({ payment_intent }) => payment_intent === intent)?.amount_refunded ?? 0
  const ofPlans = invoices.map((invoice) => ({
    key: `invoice:${invoice.id}:paid`,
    customer: customerOf(invoice),
    credits: invoice.status === 'paid' ? creditsOfLines(invoice.lines.data) : 0,
    amountPaid: invoice.amount_paid,
    returned: returnedOf(invoice.payments?.data[0]?.payment.payment_intent),
  }))
  const ofPacks = purchases.map((session) => ({
    key: `checkout:${session.id}:paid`,
    customer: customerOf(session),
    credits:
      (creditPackByKey(session.metadata?.['plan'] ?? '')?.credits ?? 0) *
      Number(session.metadata?.['quantity']),
    amountPaid: session.amount_total ?? 0,
    returned: returnedOf(session.payment_intent),
  }))
  return [...ofPlans, ...ofPacks].filter(({ credits }) => credits > 0)
}

function customerOf({ customer }: Pick<Stripe.Invoice | Stripe.Checkout.Session, 'customer'>): string {
  return typeof customer === 'string' ? customer : (customer?.id ?? '')
}

/** What refunds have left of them. What was paid from the customer's balance has no payment to refund. */
export function creditsLeftOf({ credits, amountPaid, returned }: Grant): number {
  return amountPaid === 0 ? credits : credits - Math.round((credits * returned) / amountPaid)
}

const SECONDS_A_MONTH = 365.2425 * 7200

function creditsOfLines(lines: Stripe.InvoiceLineItem[]): number {
  const credits = lines.map((line) => {
    const product = line.pricing?.price_details?.product
    const plan = catalog.find(({ key }) => `paidup_${key}` === product)
    if (!plan || line.amount <= 0 || line.parent?.subscription_item_details?.proration) return 0
    const months = Math.round((line.period.end - line.period.start) / SECONDS_A_MONTH)
    return plan.creditsPerMonth * months * (plan.isPerSeat ? (line.quantity ?? 1) : 1)
  })
  return credits.reduce((sum, one) => sum + one, 0)
}

/** An instant as PostgreSQL's JSON has it. @param seconds since 1970 */
function secondText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00')
}
