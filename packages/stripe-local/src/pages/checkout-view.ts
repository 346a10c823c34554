import { html } from 'hono/html'
import type { PriceRow, SessionRow } from '../core/rows.ts'
import { type Html, layout, money } from './layout.ts'
import { nameOnCard, paymentFields, testCards } from './payment-form.ts'

export type CheckoutLine = { name: string; quantity: number; amount: number; price: PriceRow }
export type CheckoutView = {
  session: SessionRow
  lines: CheckoutLine[]
  trialDays: number | null
  typed: { email: string; name: string }
  error: string | null
  needsMethod: boolean
}

const every = ({ recurring }: PriceRow) => {
  if (!recurring) return ''
  return recurring.interval_count === 1
    ? ` / ${recurring.interval}`
    : ` every ${recurring.interval_count} ${recurring.interval}s`
}

const verb = ({ session, trialDays }: CheckoutView) => {
  if (session.mode === 'setup') return 'Save card'
  if (trialDays !== null) return 'Start trial'
  return session.mode === 'subscription'
    ? 'Subscribe'
    : `Pay ${money(session.amount_total, session.currency)}`
}

function summary({ session, lines, trialDays }: CheckoutView): Html {
  const title = session.mode === 'setup' ? 'Save a payment method' : lines.map((line) => line.name).join(', ')
  const discount = session.total_details?.amount_discount ?? 0
  return html`<section aria-label="Order">
    <p class="soft">
      ${session.mode === 'subscription' ? 'Subscribe to' : session.mode === 'payment' ? 'Pay for' : ''}
    </p>
    <h1>${title}</h1>
    ${session.mode === 'setup' ? '' : html`<p class="price">${trialDays === null ? money(session.amount_total, session.currency) : `${trialDays} days free`}</p>`}
    <ul class="lines">
      ${lines.map(
        (line) =>
          html`<li>
            <span
              >${line.name}<br /><span class="soft small"
                >Qty ${line.quantity},
                ${money(line.price.unit_amount, line.price.currency)}${every(line.price)}</span
              ></span
            >
            <span>${money(line.amount, line.price.currency)}</span>
          </li>`,
      )}
      ${discount > 0 ? html`<li><span>Discount</span><span>−${money(discount, session.currency)}</span></li>` : ''}
      ${session.mode === 'setup' ? '' : html`<li class="total"><span>Due today</span><span>${money(trialDays === null ? session.amount_total : 0, session.currency)}</span></li>`}
    </ul>
    ${session.cancel_url ? html`<p style="margin-top:20px"><a href="/c/pay/${session.id}/cancel">← Back without paying</a></p>` : ''}
  </section>`
}

const promotionField = html`<label>
  Promotion code
  <span class="actions"
    ><input name="promotion" autocomplete="off" /><button name="action" value="promotion" formnovalidate>
      Apply
    </button></span
  >
</label>`

/** The hosted checkout page; after a refusal it comes again with the reason. */
export function checkoutPage(view: CheckoutView): Html {
  const { session, typed, error } = view
  return layout(
    `Checkout · Local Stripe`,
    html`<div class="checkout">
      ${summary(view)}
      <form class="card" method="post" action="/c/pay/${session.id}" aria-label="Payment">
        <h2>${view.needsMethod ? 'Payment details' : 'Nothing to pay'}</h2>
        <button type="submit" hidden></button>
        ${error === null ? '' : html`<p class="error" role="alert">${error}</p>`}
        <label
          >Email<input name="email" type="email" autocomplete="email" required value="${typed.email}"
        /></label>
        ${nameOnCard(typed.name)} ${session.allow_promotion_codes ? promotionField : ''}
        ${view.needsMethod ? paymentFields : html`<p class="note">This order costs nothing, so no card is asked for.</p>`}
        <button class="primary" type="submit">${verb(view)}</button>
        ${view.needsMethod ? testCards : ''}
      </form>
    </div>`,
  )
}

/** What a session shows once it can no longer be paid. */
export const closedPage = (session: SessionRow): Html =>
  layout(
    'Checkout · Local Stripe',
    html`<div class="card">
      <h1>${session.status === 'complete' ? 'You have already paid' : 'This checkout has expired'}</h1>
      <p class="soft">
        ${session.status === 'complete' ? 'There is nothing left to do here.' : 'Go back to the shop and start again.'}
      </p>
    </div>`,
  )
