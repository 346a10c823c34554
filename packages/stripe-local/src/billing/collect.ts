import { change, emit } from '../core/events.ts'
import type { InvoiceRow, PaymentIntentRow, SubscriptionRow } from '../core/rows.ts'
import { unschedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { intentOf } from './invoicing.ts'
import { confirmIntent, type Presence } from './payments.ts'
import { invoiceFailed, invoicePaid, invoiceProcessing, nextAttemptOf } from './subscription-state.ts'

/** The method an invoice is charged to: its own, the subscription's, the customer's, or none. */
export function methodFor(world: World, invoice: InvoiceRow): string | null {
  const subscription = subscriptionOf(world, invoice)
  const customer = world.store.get('customer', invoice.customer)
  const fallback = customer && !customer.deleted ? customer.invoice_settings.default_payment_method : null
  return invoice.default_payment_method ?? subscription?.default_payment_method ?? fallback
}

/** The method a subscription is charged to: its own, the customer's, or none. */
export function methodOfSubscription(world: World, row: SubscriptionRow): string | null {
  const customer = world.store.get('customer', row.customer)
  const fallback =
    customer && !customer.deleted
      ? (customer.invoice_settings.default_payment_method ?? customer.default_source)
      : null
  return row.default_payment_method ?? fallback
}

const subscriptionOf = (world: World, invoice: InvoiceRow): SubscriptionRow | undefined =>
  world.store.get('subscription', invoice.parent?.subscription_details?.subscription)

/** Whether the shopper is there, and whether the retry schedule makes this attempt. */
type Attempt = Presence & { isRetry?: boolean }

/**
 * Tries to collect an open invoice and lets its subscription follow. Returns the invoice as it is then:
 * `paid`, or still `open` (declined, processing, or waiting for the shopper). After the first attempt only those
 * of the retry schedule are counted and move it (docs.stripe.com/api/invoices/object, `attempt_count`).
 */
export function collectInvoice(
  world: World,
  invoice: InvoiceRow,
  method: string | null,
  { isRetry = false, ...presence }: Attempt = {},
): InvoiceRow {
  if (invoice.status !== 'open') return invoice
  if (invoice.amount_remaining === 0) return settleInvoice(world, invoice)
  const intent = intentOf(world, invoice.id)
  // A bank debit under way is not charged again.
  if (!intent || intent.status === 'processing') return invoice
  const isCounted = isRetry || invoice.attempt_count === 0
  const attempted = {
    ...invoice,
    attempted: true,
    ...(isCounted ? { attempt_count: invoice.attempt_count + 1, next_payment_attempt: null } : {}),
  }
  world.store.put('invoice', attempted)
  if (method === null) return failed(world, attempted, intent)
  intentSettled(world, confirmIntent(world, intent, method, presence))
  return world.store.get('invoice', invoice.id) ?? attempted
}

/** The later word on a debit that a checkout session was completed with. */
function sessionSettled(world: World, intent: PaymentIntentRow): void {
  if (intent.status !== 'succeeded' && intent.status !== 'requires_payment_method') return
  const invoice = world.store.get('local.payment_link', intent.id)?.invoice
  for (const session of world.store.each('checkout.session')) {
    const isFor =
      session.payment_intent === intent.id || (invoice !== undefined && session.invoice === invoice)
    if (!isFor || session.status !== 'complete' || session.payment_status !== 'unpaid') continue
    const paid = intent.status === 'succeeded'
    if (paid) world.store.put('checkout.session', { ...session, payment_status: 'paid' })
    const row = world.store.get('checkout.session', session.id) ?? session
    emit(
      world,
      paid ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed',
      row,
    )
    return
  }
}

/** Carries what happened to a payment intent on to the invoice and checkout session it pays for. */
export function intentSettled(world: World, intent: PaymentIntentRow): void {
  const link = world.store.get('local.payment_link', intent.id)
  const invoice = world.store.get('invoice', link?.invoice)
  if (invoice?.status === 'open') {
    if (intent.status === 'succeeded') settleInvoice(world, invoice)
    if (intent.status === 'requires_payment_method') failed(world, invoice, intent)
    if (intent.status === 'requires_action') emit(world, 'invoice.payment_action_required', invoice)
    const subscription = subscriptionOf(world, invoice)
    if (intent.status === 'requires_action' && subscription) invoiceFailed(world, subscription, invoice)
    if (intent.status === 'processing' && subscription) invoiceProcessing(world, subscription)
  }
  sessionSettled(world, intent)
}

/** Marks an invoice paid; `outOfBand` when the money came another way. */
export function settleInvoice(world: World, invoice: InvoiceRow, outOfBand = false): InvoiceRow {
  const now = timeFor(world, invoice.customer)
  const link = world.store.get('local.invoice_link', invoice.id)
  const payment = world.store.get('invoice_payment', link?.invoicePayment)
  if (payment && payment.status === 'open') {
    const status = outOfBand
      ? { status: 'canceled', status_transitions: { canceled_at: now, paid_at: null } }
      : {
          status: 'paid',
          amount_paid: payment.amount_requested,
          status_transitions: { canceled_at: null, paid_at: now },
        }
    change(world, 'invoice_payment', payment, status, ...(outOfBand ? [] : ['invoice_payment.paid']))
  }
  unschedule(world, 'invoice.retry', invoice.id)
  const paid = change(
    world,
    'invoice',
    invoice,
    {
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      auto_advance: false,
      next_payment_attempt: null,
      status: 'paid',
      status_transitions: { ...invoice.status_transitions, paid_at: now },
      ...(outOfBand ? { amount_paid_off_stripe: invoice.amount_due } : {}),
    },
    'invoice.updated',
    'invoice.paid',
    'invoice.payment_succeeded',
  )
  const subscription = subscriptionOf(world, paid)
  if (subscription) invoicePaid(world, subscription, paid)
  return paid
}

function failed(world: World, invoice: InvoiceRow, intent: PaymentIntentRow): InvoiceRow {
  const subscription = subscriptionOf(world, invoice)
  const planned = invoice.next_payment_attempt
  const isAhead = planned !== null && planned > timeFor(world, invoice.customer)
  const next = isAhead ? planned : nextAttemptOf(world, invoice)
  const row = change(
    world,
    'invoice',
    invoice,
    { attempted: true, next_payment_attempt: next },
    'invoice.updated',
  )
  emit(world, 'invoice.payment_failed', row)
  if (intent.last_payment_error?.code === 'authentication_required')
    emit(world, 'invoice.payment_action_required', row)
  if (subscription) invoiceFailed(world, subscription, row)
  return world.store.get('invoice', invoice.id) ?? row
}
