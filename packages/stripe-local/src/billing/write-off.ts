import { change } from '../core/events.ts'
import type { InvoiceRow } from '../core/rows.ts'
import { unschedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { intentOf } from './invoicing.ts'

type Forgiven = 'subscription_paused' | 'user_forgiven'

function end(world: World, row: InvoiceRow, patch: Partial<InvoiceRow>, type: string): InvoiceRow {
  unschedule(world, 'invoice.retry', row.id)
  unschedule(world, 'invoice.advance', row.id)
  const ended = { ...patch, auto_advance: false, next_payment_attempt: null }
  return change(world, 'invoice', row, ended, 'invoice.updated', type)
}

/** Takes an open invoice back; its payment intent is canceled with it. */
export function voidInvoice(world: World, row: InvoiceRow): InvoiceRow {
  const now = timeFor(world, row.customer)
  const intent = intentOf(world, row.id)
  if (intent && intent.status !== 'succeeded') {
    change(
      world,
      'payment_intent',
      intent,
      { status: 'canceled', canceled_at: now, cancellation_reason: 'void_invoice' },
      'payment_intent.canceled',
    )
  }
  const link = world.store.get('local.invoice_link', row.id)
  const payment = world.store.get('invoice_payment', link?.invoicePayment)
  if (payment?.status === 'open') {
    const canceled = { status: 'canceled', status_transitions: { canceled_at: now, paid_at: null } }
    change(world, 'invoice_payment', payment, canceled)
  }
  const transitions = { ...row.status_transitions, voided_at: now }
  const voided = { status: 'void', status_details: undefined, status_transitions: transitions }
  return end(world, row, voided, 'invoice.voided')
}

/** Gives an open invoice up as lost, for a reason of docs.stripe.com/api/invoices/object; it can still be paid. */
export function writeOff(world: World, row: InvoiceRow, reason: Forgiven): InvoiceRow {
  const transitions = { ...row.status_transitions, marked_uncollectible_at: timeFor(world, row.customer) }
  return end(
    world,
    row,
    {
      status: 'uncollectible',
      status_details: { uncollectible: { reason } },
      status_transitions: transitions,
    },
    'invoice.marked_uncollectible',
  )
}

/** An invoice that was given up, as it is when money comes after all: nothing says any more why it was lost. */
export function collectibleAgain(row: InvoiceRow): InvoiceRow {
  const { status_details: _, ...rest } = row
  return { ...rest, status: 'open' }
}
