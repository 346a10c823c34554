import { change } from '../core/events.ts'
import type { InvoiceRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { intentOf } from './invoicing.ts'
import { unschedule } from './timers.ts'

function end(world: World, row: InvoiceRow, patch: Partial<InvoiceRow>, type: string): InvoiceRow {
  unschedule(world, 'invoice.retry', row.id)
  unschedule(world, 'invoice.advance', row.id)
  return change(world, 'invoice', row, { ...patch, next_payment_attempt: null }, 'invoice.updated', type)
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
  const transitions = { ...row.status_transitions, voided_at: now }
  return end(
    world,
    row,
    { status: 'void', status_transitions: transitions, amount_remaining: 0 },
    'invoice.voided',
  )
}

/** Gives an open invoice up as lost; it can still be paid. */
export function writeOff(world: World, row: InvoiceRow): InvoiceRow {
  const transitions = { ...row.status_transitions, marked_uncollectible_at: timeFor(world, row.customer) }
  return end(
    world,
    row,
    { status: 'uncollectible', status_transitions: transitions },
    'invoice.marked_uncollectible',
  )
}
