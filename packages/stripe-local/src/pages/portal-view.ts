import { html } from 'hono/html'
import type {
  CustomerRow,
  InvoiceRow,
  PaymentMethodRow,
  PortalSessionRow,
  PriceRow,
  SubscriptionRow,
} from '../core/rows.ts'
import { type Html, layout, money } from './layout.ts'

type Choice = { price: PriceRow; name: string }
export type PortalView = {
  session: PortalSessionRow
  customer: CustomerRow
  notice: string | null
  error: string | null
  subscriptions: SubscriptionRow[]
  methods: PaymentMethodRow[]
  invoices: InvoiceRow[]
  prices: Choice[]
}

const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
const labelOf = ({ price, name }: Choice) =>
  `${name}, ${money(price.unit_amount, price.currency)} / ${price.recurring?.interval ?? ''}`

function stateOf(row: SubscriptionRow): Html {
  const tone = ['active', 'trialing'].includes(row.status) ? 'good' : row.ended_at === null ? 'bad' : ''
  const end = row.items.data[0]?.current_period_end ?? row.created
  const words =
    row.ended_at !== null
      ? `ended ${day(row.ended_at)}`
      : row.cancel_at !== null
        ? `ends ${day(row.cancel_at)}`
        : `renews ${day(end)}`
  return html`<span class="pill ${tone}">${row.status}</span> <span class="soft">${words}</span>`
}

function subscriptionCard(view: PortalView, row: SubscriptionRow): Html {
  const item = row.items.data[0]
  const name = view.prices.find(({ price }) => price.id === item?.price.id)?.name ?? 'Subscription'
  const button = (action: string, label: string, tone = '') =>
    html`<form method="post">
      <input type="hidden" name="subscription" value="${row.id}" /><button
        class="${tone}"
        name="action"
        value="${action}"
      >
        ${label}
      </button>
    </form>`
  return html`<section class="card">
    <div class="row">
      <h2>${name}</h2>
      <p>${stateOf(row)}</p>
    </div>
    ${
      row.ended_at !== null
        ? ''
        : html`<form method="post">
              <input type="hidden" name="subscription" value="${row.id}" />
              <div class="pair">
                <label
                  >Plan<select name="price">
                    ${view.prices.map((choice) => html`<option value="${choice.price.id}" ${choice.price.id === item?.price.id ? 'selected' : ''}>${labelOf(choice)}</option>`)}
                  </select></label
                >
                <label
                  >Seats<input name="quantity" type="number" min="1" value="${item?.quantity ?? 1}"
                /></label>
              </div>
              <button name="action" value="change">Change plan</button>
            </form>
            <div class="actions" style="margin-top:14px">
              ${row.cancel_at === null ? button('cancel-later', 'Cancel at the end of the period') : button('resume', 'Do not cancel')}
              ${button('cancel-now', 'Cancel now', 'danger')}
            </div>`
    }
  </section>`
}

/** The customer portal: subscriptions, the card, the invoices, and the way back. */
export const portalPage = (view: PortalView): Html =>
  layout(
    'Billing · Local Stripe',
    html`<div class="row">
        <h1>Billing</h1>
        ${view.session.return_url ? html`<a href="${view.session.return_url}">← Return</a>` : ''}
      </div>
      <p class="soft">${view.customer.name ?? ''} ${view.customer.email ?? ''}</p>
      ${view.notice === null ? '' : html`<p class="note" role="status">${view.notice}</p>`}
      ${view.error === null ? '' : html`<p class="error" role="alert">${view.error}</p>`}
      ${view.subscriptions.map((row) => subscriptionCard(view, row))}
      ${view.subscriptions.length === 0 ? html`<section class="card soft">No subscription.</section>` : ''}
      <section class="card">
        <h2>Payment method</h2>
        ${view.methods.map((row) => html`<p>${row.card ? `${row.card.brand} •••• ${row.card.last4}, ${row.card.exp_month}/${row.card.exp_year}` : row.type} ${row.id === view.customer.invoice_settings.default_payment_method ? html`<span class="pill good">default</span>` : ''}</p>`)}
        <details>
          <summary>Use another card</summary>
          <form method="post" style="margin-top:12px">
            <label
              >Card number<input name="number" inputmode="numeric" placeholder="4242 4242 4242 4242" required
            /></label>
            <div class="pair">
              <label>Expiry<input name="expiry" placeholder="12 / 34" required /></label
              ><label>CVC<input name="cvc" placeholder="123" required /></label>
            </div>
            <button name="action" value="card">Save card</button>
          </form>
        </details>
      </section>
      <section class="card">
        <h2>Invoices</h2>
        <table>
          ${view.invoices.map(
            (row) =>
              html`<tr>
                <td><a href="/i/${row.id}">${row.number}</a></td>
                <td>${day(row.created)}</td>
                <td>${money(row.total, row.currency)}</td>
                <td><span class="pill ${row.status === 'paid' ? 'good' : ''}">${row.status}</span></td>
              </tr>`,
          )}
        </table>
      </section>`,
  )
