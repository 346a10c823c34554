import { change, create } from '../core/events.ts'
import type { CustomerRow, InvoiceLineRow, InvoiceRow, Metadata, SubscriptionRow } from '../core/rows.ts'
import { schedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { blankInvoice } from '../objects/blank-invoice.ts'
import { type Line, lineFrom, type Period } from '../objects/invoice-line.ts'
import { inlineList } from '../objects/list.ts'
import { shownTaxIds } from '../objects/tax-id.ts'
import { discountedLines, isRunning } from './discounts.ts'
import { createIntent } from './intents.ts'

export type Draft = {
  customer: CustomerRow
  subscription?: SubscriptionRow | undefined
  reason: string
  lines: Line[]
  period?: Period | undefined
  currency: string
  collection?: string | undefined
  daysUntilDue?: number | null | undefined
  description?: string | null | undefined
  metadata?: Metadata | undefined
  autoAdvance?: boolean | undefined
  method?: string | null | undefined
  /** Discounts (ids) that take something off the lines. */
  discounts?: string[] | undefined
}

/** Stores a draft invoice with its lines and tells that it was created. */
export function draftInvoice(world: World, draft: Draft): InvoiceRow {
  const id = world.ids.next('in')
  const discounts = draft.discounts ?? subscriptionDiscounts(world, draft)
  const full = draft.lines.map((line) => lineFrom(world, id, line))
  const lines = discountedLines(world, full, discounts, draft.currency)
  const now = timeFor(world, draft.customer.id)
  const { customer, subscription } = draft
  const row: InvoiceRow = {
    ...blankInvoice(id, now),
    ...amountsOf(lines, customer.balance),
    auto_advance: draft.autoAdvance ?? true,
    billing_reason: draft.reason,
    collection_method: draft.collection ?? 'charge_automatically',
    currency: draft.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: shownTaxIds(world, customer.id),
    default_payment_method: draft.method ?? null,
    description: draft.description ?? null,
    discounts,
    due_date: draft.collection === 'send_invoice' ? now + (draft.daysUntilDue ?? 30) * 86_400 : null,
    lines: inlineList(lines, `/v1/invoices/${id}/lines`),
    metadata: draft.metadata ?? {},
    parent: subscription
      ? {
          quote_details: null,
          subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
          type: 'subscription_details',
        }
      : null,
    period_end: draft.period?.end ?? now,
    period_start: draft.period?.start ?? now,
    starting_balance: customer.balance,
    test_clock: customer.test_clock ?? null,
  }
  return create(world, 'invoice', row, 'invoice.created')
}

/** A subscription's own discounts, else its customer's. */
function subscriptionDiscounts(world: World, { subscription, customer }: Draft): string[] {
  const own = (subscription?.discounts ?? []).filter((discount) => isRunning(world, discount))
  if (own.length > 0 || !customer.discount) return own
  return isRunning(world, customer.discount.id) ? [customer.discount.id] : []
}

/** The sums of an invoice; a customer's credit (a negative balance) pays before the card does. */
export function amountsOf(lines: readonly InvoiceLineRow[], balance: number) {
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  const discounts = new Map<string, number>()
  for (const { discount, amount } of lines.flatMap((line) => line.discount_amounts ?? [])) {
    discounts.set(discount, (discounts.get(discount) ?? 0) + amount)
  }
  const total = subtotal - [...discounts.values()].reduce((sum, amount) => sum + amount, 0)
  const due = Math.max(0, total + balance)
  return {
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: total,
    total_discount_amounts: [...discounts].map(([discount, amount]) => ({ amount, discount })),
    amount_due: due,
    amount_remaining: due,
    // What neither total nor credit covers stays as credit for the next invoice.
    ending_balance: null,
  }
}

/** Freezes a draft: number, hosted page and, when money is due, the payment intent that will collect it. */
export function finalizeInvoice(world: World, row: InvoiceRow): InvoiceRow {
  if (row.status !== 'draft') return row
  const now = timeFor(world, row.customer)
  const owner = world.store.get('customer', row.customer)
  const customer = owner && !owner.deleted ? owner : undefined
  const number = `${customer?.invoice_prefix ?? 'LOCAL'}-${String(customer?.next_invoice_sequence ?? 1).padStart(4, '0')}`
  const balance = Math.min(0, row.starting_balance + row.total)
  if (customer) {
    const sequence = (customer.next_invoice_sequence ?? 1) + 1
    const patch = {
      next_invoice_sequence: sequence,
      balance: row.starting_balance < 0 || row.total < 0 ? balance : customer.balance,
    }
    change(
      world,
      'customer',
      customer,
      patch,
      ...(patch.balance === customer.balance ? [] : ['customer.updated']),
    )
  }
  const finalized = change(
    world,
    'invoice',
    row,
    {
      automatically_finalizes_at: null,
      ...(customer && { customer_tax_ids: shownTaxIds(world, customer.id) }),
      effective_at: now,
      ending_balance: balance,
      hosted_invoice_url: `${world.url}/i/${row.id}`,
      invoice_pdf: `${world.url}/i/${row.id}?format=text`,
      number,
      status: 'open',
      status_transitions: { ...row.status_transitions, finalized_at: now },
    },
    'invoice.finalized',
    'invoice.updated',
  )
  if (finalized.amount_due > 0) openPayment(world, finalized)
  if (finalized.collection_method === 'send_invoice' && finalized.due_date !== null)
    schedule(world, 'invoice.overdue', row.id, finalized.due_date, finalized.test_clock)
  return finalized
}

function openPayment(world: World, row: InvoiceRow): void {
  const intent = createIntent(world, {
    amount: row.amount_due,
    currency: row.currency,
    customer: row.customer,
    description:
      row.billing_reason === 'subscription_create'
        ? 'Subscription creation'
        : row.parent
          ? 'Subscription update'
          : 'Payment for Invoice',
    setup_future_usage: row.parent ? 'off_session' : null,
  })
  const payment = {
    id: world.ids.next('inpay'),
    object: 'invoice_payment' as const,
    amount_paid: null,
    amount_requested: row.amount_due,
    created: timeFor(world, row.customer),
    currency: row.currency,
    invoice: row.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
  world.store.put('invoice_payment', payment)
  world.store.put('local.payment_link', { id: intent.id, invoice: row.id, invoicePayment: payment.id })
  world.store.put('local.invoice_link', { id: row.id, intent: intent.id, invoicePayment: payment.id })
}

/** The payment intent that collects an invoice, once it is finalized and not free. */
export function intentOf(world: World, invoice: string) {
  return world.store.get('payment_intent', world.store.get('local.invoice_link', invoice)?.intent)
}
