import type { z } from 'zod'
import { collectInvoice, methodFor, settleInvoice } from '../billing/collect.ts'
import { claimItems, lineOfItem, pendingItems } from '../billing/invoice-items.ts'
import { previewInvoice } from '../billing/invoice-preview.ts'
import { draftInvoice, finalizeInvoice, intentOf } from '../billing/invoicing.ts'
import { methodOf } from '../billing/payment-methods.ts'
import { declinedError } from '../billing/payments.ts'
import { invoiceForgiven } from '../billing/subscription-state.ts'
import { collectibleAgain, voidInvoice, writeOff } from '../billing/write-off.ts'
import { invalidRequest, StripeError } from '../core/errors.ts'
import { change, emit } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { InvoiceRow } from '../core/rows.ts'
import { schedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { listParams, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { flag } from '../http/values.ts'
import { referToCustomer } from '../objects/customer.ts'
import { invoiceOf } from '../objects/invoice.ts'
import { createParams, filters, payParams, updateParams } from './invoice-params.ts'
import { previewParams } from './invoice-preview-params.ts'

function create({ world, params: wanted }: Call<z.infer<typeof createParams>>): InvoiceRow {
  const subscription = world.store.get('subscription', wanted.subscription)
  const customer = referToCustomer(world, wanted.customer ?? subscription?.customer ?? '')
  if (
    wanted.collection_method === 'send_invoice' &&
    wanted.days_until_due === undefined &&
    wanted.due_date === undefined
  ) {
    throw invalidRequest(
      "If collection_method is 'send_invoice', you must specify either days_until_due or due_date.",
      'days_until_due',
    )
  }
  const isIncluded = wanted.pending_invoice_items_behavior !== 'exclude'
  const pending = isIncluded ? pendingItems(world, customer.id, subscription?.id ?? null) : []
  const draft = draftInvoice(world, {
    customer,
    subscription,
    reason: 'manual',
    currency: wanted.currency ?? pending[0]?.currency ?? customer.currency ?? 'usd',
    lines: pending.map((item) => lineOfItem(world, item)),
    collection: wanted.collection_method,
    daysUntilDue: wanted.days_until_due,
    description: wanted.description,
    metadata: mergeMetadata({}, wanted.metadata),
    autoAdvance: wanted.auto_advance ?? false,
    method: wanted.default_payment_method,
  })
  claimItems(world, pending, draft.id)
  if (draft.auto_advance)
    schedule(world, 'invoice.advance', draft.id, timeFor(world, customer.id) + 3600, draft.test_clock)
  return draft
}

function update({ world, params: wanted, path }: Call<z.infer<typeof updateParams>>): InvoiceRow {
  const row = invoiceOf(world, path())
  const patch = pick(
    wanted,
    'auto_advance',
    'collection_method',
    'default_payment_method',
    'description',
    'footer',
  )
  return change(
    world,
    'invoice',
    row,
    { ...patch, metadata: mergeMetadata(row.metadata, wanted.metadata) },
    'invoice.updated',
  )
}

function pay({ world, params: wanted, path }: Call<z.infer<typeof payParams>>): InvoiceRow {
  const row = invoiceOf(world, path())
  if (row.status === 'paid')
    throw invalidRequest('Invoice is already paid', undefined, 'invoice_already_paid')
  if (row.status === 'void') throw invalidRequest('You can only pay an open invoice.', undefined)
  const open =
    row.status === 'uncollectible'
      ? world.store.put('invoice', collectibleAgain(row))
      : finalizeInvoice(world, row)
  if (wanted.paid_out_of_band) return settleInvoice(world, open, true)
  const method = wanted.payment_method ?? wanted.source
  const chosen = method === undefined ? methodFor(world, open) : methodOf(world, method, 'payment_method').id
  if (chosen === null && open.amount_due > 0) {
    throw invalidRequest(
      'There is no `default_payment_method` set on this Customer or Invoice. Please set a default payment method or pass one in.',
      undefined,
    )
  }
  const paid = collectInvoice(world, open, chosen, { offSession: wanted.off_session ?? true })
  if (paid.status === 'open') refuse(world, paid)
  return paid
}

function refuse(world: World, row: InvoiceRow): void {
  const intent = intentOf(world, row.id)
  if (intent?.status === 'requires_action') {
    throw new StripeError(402, {
      type: 'card_error',
      message:
        'This invoice’s payment requires additional user action before it can be completed successfully.',
      code: 'invoice_payment_intent_requires_action',
      payment_intent: intent,
    })
  }
  if (intent?.status === 'requires_payment_method') throw declinedError(intent)
}

function expectStatus(row: InvoiceRow, ...statuses: string[]): InvoiceRow {
  if (!statuses.includes(row.status ?? '')) {
    throw invalidRequest(
      `This invoice is ${row.status ?? 'unknown'}; this can only be done to one that is ${statuses.join(' or ')}.`,
      undefined,
      'invoice_not_editable',
    )
  }
  return row
}

export const invoiceRoutes = [
  route('POST', '/v1/invoices', createParams, create),
  route('POST', '/v1/invoices/create_preview', previewParams, ({ world, params: wanted }) =>
    previewInvoice(world, wanted),
  ),
  route('GET', '/v1/invoices/upcoming', previewParams, ({ world, params: wanted }) =>
    previewInvoice(world, wanted),
  ),
  route('GET', '/v1/invoices', filters, ({ world, params: wanted, url }) => {
    const seen = world.store
      .all('invoice')
      .filter(
        (row) =>
          (wanted.customer ?? row.customer) === row.customer &&
          (wanted.status ?? row.status) === row.status &&
          (wanted.subscription === undefined ||
            row.parent?.subscription_details?.subscription === wanted.subscription),
      )
    return page(url, seen, wanted)
  }),
  route('GET', '/v1/invoices/:id', params({}), ({ world, path }) => invoiceOf(world, path())),
  route('POST', '/v1/invoices/:id', updateParams, update),
  route('DELETE', '/v1/invoices/:id', params({}), ({ world, path }) => {
    const row = expectStatus(invoiceOf(world, path()), 'draft')
    for (const item of world.store.all('invoiceitem'))
      if (item.invoice === row.id) world.store.put('invoiceitem', { ...item, invoice: null })
    world.store.remove('invoice', row.id)
    emit(world, 'invoice.deleted', row)
    return { id: row.id, object: 'invoice', deleted: true }
  }),
  route('GET', '/v1/invoices/:id/lines', listParams({}), ({ world, params: wanted, path, url }) =>
    page(url, [...invoiceOf(world, path()).lines.data].reverse(), wanted),
  ),
  route('POST', '/v1/invoices/:id/finalize', params({ auto_advance: flag.optional() }), ({ world, path }) => {
    const row = finalizeInvoice(world, expectStatus(invoiceOf(world, path()), 'draft'))
    return row.amount_due === 0 ? settleInvoice(world, row) : row
  }),
  route('POST', '/v1/invoices/:id/pay', payParams, pay),
  route('POST', '/v1/invoices/:id/send', params({}), ({ world, path }) => {
    const row = finalizeInvoice(world, expectStatus(invoiceOf(world, path()), 'draft', 'open'))
    emit(world, 'invoice.sent', row)
    return row
  }),
  route('POST', '/v1/invoices/:id/void', params({}), ({ world, path }) =>
    voidInvoice(world, expectStatus(invoiceOf(world, path()), 'open', 'uncollectible')),
  ),
  route('POST', '/v1/invoices/:id/mark_uncollectible', params({}), ({ world, path }) => {
    const row = writeOff(world, expectStatus(invoiceOf(world, path()), 'open'), 'user_forgiven')
    invoiceForgiven(world, row)
    return row
  }),
]
