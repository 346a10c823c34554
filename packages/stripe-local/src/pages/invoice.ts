import type { Context, Hono } from 'hono'
import { collectInvoice } from '../billing/collect.ts'
import { intentOf } from '../billing/invoicing.ts'
import { attach, behaviourOf } from '../billing/payment-methods.ts'
import { StripeError } from '../core/errors.ts'
import type { InvoiceRow, PaymentIntentRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { invoicePage, type InvoiceView, isPayable, receiptPage } from './invoice-view.ts'
import { type Form, formOf, methodFrom } from './payment-form.ts'

/** Mounts `/i/:id`, the hosted invoice, and `/receipts/:charge`. */
export function mountInvoice(app: Hono, world: World): void {
  const invoiceOf = (context: Context) => world.store.get('invoice', context.req.param('id'))

  app.get('/i/:id', (context) => {
    const row = invoiceOf(context)
    return row ? context.html(invoicePage(viewOf(world, row))) : context.notFound()
  })
  app.post('/i/:id', async (context) => {
    const form = await formOf(context)
    const row = invoiceOf(context)
    if (!row) return context.notFound()
    const view = viewOf(world, row)
    if (!isPayable(view)) return context.html(invoicePage(view), 409)
    try {
      const intent = world.clock.at(null, () => pay(world, row, form))
      return await showInvoice(context, world, row, intent, form.name)
    } catch (error) {
      if (!(error instanceof StripeError)) throw error
      return context.html(invoicePage({ ...view, name: form.name ?? view.name, error: error.message }), 402)
    }
  })
  app.get('/receipts/:id', (context) => {
    const row = world.store.get('charge', context.req.param('id'))
    return row ? context.html(receiptPage(row)) : context.notFound()
  })
}

/**
 * Charges an open invoice to what was typed, with all that follows from any payment of it. Returns its payment
 * intent as it is then. Throws a card error (402) for what Stripe's page refuses before it asks a bank.
 */
function pay(world: World, row: InvoiceRow, form: Form): PaymentIntentRow | undefined {
  const billing = { email: row.customer_email, name: form.name?.trim() || null }
  const method = methodFrom(world, billing, form)
  const bank = behaviourOf(world, method.id)
  // A card that its bank refuses outright leaves a failed charge, and is not kept.
  const isKept = bank.kind !== 'declines' || bank.attaches
  if (row.customer !== null && isKept) attach(world, method.id, row.customer)
  collectInvoice(world, row, method.id)
  return intentOf(world, row.id)
}

/** Answers the shopper with what became of a try to pay: the bank's question, the page with its words, or the page of a paid invoice. */
export async function showInvoice(
  context: Context,
  world: World,
  invoice: InvoiceRow,
  intent: PaymentIntentRow | undefined,
  name?: string,
): Promise<Response> {
  if (intent?.status === 'requires_action') return context.redirect(`/c/confirm/${intent.id}`, 303)
  const error = intent?.last_payment_error?.message ?? 'Your card was declined.'
  if (intent?.status !== 'requires_payment_method') return context.redirect(`/i/${invoice.id}`, 303)
  const view = viewOf(world, world.store.get('invoice', invoice.id) ?? invoice)
  return context.html(invoicePage({ ...view, name: name ?? view.name, error }), 402)
}

function viewOf(world: World, invoice: InvoiceRow): InvoiceView {
  return {
    invoice,
    isProcessing: intentOf(world, invoice.id)?.status === 'processing',
    name: invoice.customer_name ?? '',
    error: null,
  }
}
