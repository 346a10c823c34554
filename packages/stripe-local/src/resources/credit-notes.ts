import { missingParam } from '../core/errors.ts'
import { change } from '../core/events.ts'
import { listFrom } from '../core/fields.ts'
import { invoiceOf } from '../objects/invoice.ts'
import { simpleRoutes } from './simple.ts'

type Line = { amount?: number; unit_amount?: number; quantity?: number }

/** Credit notes lower what is left to pay on an open invoice. */
export const creditNoteRoutes = simpleRoutes({
  path: '/v1/credit_notes',
  table: 'credit_note',
  prefix: 'cn',
  build: (world, given) => {
    if (typeof given.invoice !== 'string') throw missingParam('invoice')
    const invoice = invoiceOf(world, given.invoice)
    const lines = listFrom<Line>(given.lines)
    const listed = lines.reduce(
      (sum, line) => sum + (line.amount ?? (line.unit_amount ?? 0) * (line.quantity ?? 1)),
      0,
    )
    const amount = typeof given.amount === 'number' ? given.amount : listed
    return {
      amount,
      currency: invoice.currency,
      customer: invoice.customer,
      number: `${invoice.number ?? 'DRAFT'}-CN-01`,
      status: 'issued',
      total: amount,
      type: invoice.status === 'paid' ? 'post_payment' : 'pre_payment',
      voided_at: null,
    }
  },
  created: ['credit_note.created'],
  updated: ['credit_note.updated'],
  then: (world, row) => {
    const invoice = invoiceOf(world, row.invoice as string)
    if (invoice.status !== 'open') return
    const amount = Math.min(row.amount as number, invoice.amount_remaining)
    change(
      world,
      'invoice',
      invoice,
      {
        amount_remaining: invoice.amount_remaining - amount,
        pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + amount,
      },
      'invoice.updated',
    )
  },
  actions: [
    {
      verb: 'void',
      patch: (world) => ({ status: 'void', voided_at: world.clock.now() }),
      events: ['credit_note.voided'],
    },
  ],
})
