import { html } from 'hono/html'
import type { ChargeRow, InvoiceRow } from '../core/rows.ts'
import { type Html, layout, money } from './layout.ts'
import { nameOnCard, paymentFields, testCards } from './payment-form.ts'

export type InvoiceView = {
  invoice: InvoiceRow
  /** A bank debit is under way. */
  isProcessing: boolean
  /** The name as it was typed, or as the customer has it. */
  name: string
  error: string | null
}

/** Whether the page takes a payment: the invoice is open, and none is under way. */
export const isPayable = ({
  invoice,
  isProcessing,
}: Pick<InvoiceView, 'invoice' | 'isProcessing'>): boolean => invoice.status === 'open' && !isProcessing

const words: Record<string, string> = {
  draft: 'This invoice is a draft and cannot be paid yet.',
  open: 'Your payment is processing. The bank confirms it later.',
  paid: 'Invoice paid',
  uncollectible: 'This invoice was marked as uncollectible and can no longer be paid here.',
  void: 'This invoice was voided. There is nothing to pay.',
}

const statement = ({ invoice }: InvoiceView): Html =>
  html`<section class="card" aria-label="Invoice">
    <div class="row">
      <h1>Invoice ${invoice.number ?? '(draft)'}</h1>
      <span class="pill ${invoice.status === 'paid' ? 'good' : ''}">${invoice.status}</span>
    </div>
    <p class="soft">
      ${invoice.customer_name ?? ''} ${invoice.customer_email ?? ''} ·
      ${new Date(invoice.created * 1000).toISOString().slice(0, 10)}
    </p>
    <ul class="lines">
      ${invoice.lines.data.map((line) => html`<li><span>${line.description}</span><span>${money(line.amount, line.currency)}</span></li>`)}
      <li class="total"><span>Total</span><span>${money(invoice.total, invoice.currency)}</span></li>
      <li><span>Due</span><span>${money(invoice.amount_remaining, invoice.currency)}</span></li>
    </ul>
  </section>`

const payment = ({ invoice, name, error }: InvoiceView): Html =>
  html`<form class="card" method="post" action="/i/${invoice.id}" aria-label="Payment">
    <h2>Payment details</h2>
    ${error === null ? '' : html`<p class="error" role="alert">${error}</p>`} ${nameOnCard(name)}
    ${paymentFields}
    <button class="primary" type="submit">Pay</button>
    ${testCards}
  </form>`

/** The hosted invoice: with the fields to pay it while it is open, else with what became of it. */
export const invoicePage = (view: InvoiceView): Html =>
  layout(
    `Invoice ${view.invoice.number ?? view.invoice.id}`,
    isPayable(view)
      ? html`<div class="checkout">${statement(view)} ${payment(view)}</div>`
      : html`<p class="note" role="status">${words[view.invoice.status ?? 'draft']}</p>
          ${statement(view)}`,
  )

export const receiptPage = (charge: ChargeRow): Html =>
  layout(
    'Receipt',
    html`<div class="card">
      <h1>Receipt</h1>
      <p>
        ${money(charge.amount, charge.currency)} paid with
        ${charge.payment_method_details?.card?.brand ?? charge.payment_method_details?.type ?? 'a card'}.
      </p>
    </div>`,
  )
