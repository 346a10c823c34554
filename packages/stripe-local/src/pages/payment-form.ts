import type { Context } from 'hono'
import { html } from 'hono/html'
import { createMethod } from '../billing/payment-methods.ts'
import { StripeError } from '../core/errors.ts'
import type { PaymentMethodRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import type { Html } from './layout.ts'

export type Form = Record<string, string>

export const nameOnCard = (name: string): Html =>
  html`<label>Name on card<input name="name" autocomplete="cc-name" value="${name}" /></label>`

/** How the shopper pays: a card, or a bank debit. */
export const paymentFields = html`<fieldset style="border:0;padding:0;margin:0">
  <label
    >Pay with
    <select name="method">
      <option value="card">Card</option>
      <option value="sepa_debit">Bank debit: confirmed later, succeeds</option>
      <option value="sepa_debit_fails">Bank debit: confirmed later, fails</option>
    </select>
  </label>
  <label
    >Card number<input
      name="number"
      inputmode="numeric"
      autocomplete="cc-number"
      placeholder="4242 4242 4242 4242"
  /></label>
  <div class="pair">
    <label>Expiry<input name="expiry" autocomplete="cc-exp" placeholder="12 / 34" /></label>
    <label>CVC<input name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="123" /></label>
  </div>
</fieldset>`

/** What the test cards do. */
export const testCards = html`<details>
  <summary>Test cards</summary>
  <table>
    <tr>
      <td><code>4242 4242 4242 4242</code></td>
      <td>pays</td>
    </tr>
    <tr>
      <td><code>4000 0000 0000 0002</code></td>
      <td>is declined</td>
    </tr>
    <tr>
      <td><code>4000 0000 0000 9995</code></td>
      <td>has insufficient funds</td>
    </tr>
    <tr>
      <td><code>4000 0027 6000 3184</code></td>
      <td>asks the shopper to confirm</td>
    </tr>
    <tr>
      <td><code>4000 0000 0000 0341</code></td>
      <td>is kept, then declined when charged</td>
    </tr>
    <tr>
      <td><code>4000 0000 0000 0259</code></td>
      <td>pays, then the payment is disputed</td>
    </tr>
  </table>
</details>`

/** What was typed into a page's form. */
export async function formOf(context: Context): Promise<Form> {
  const body = await context.req.parseBody()
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** The payment method that {@link paymentFields} describe. Throws a card error (402) with Stripe's words. */
export function methodFrom(
  world: World,
  billing_details: { email: string | null; name: string | null },
  form: Form,
): PaymentMethodRow {
  if (form.method?.startsWith('sepa_debit')) {
    const behaviour = form.method === 'sepa_debit_fails' ? 'delayed_failure' : 'delayed_success'
    const iban = 'DE89370400440532013000'
    return createMethod(world, { type: 'sepa_debit', sepa_debit: { iban }, billing_details }, behaviour)
  }
  const [, month, year] = /^\s*(\d{1,2})\s*\/?\s*(\d{2,4})\s*$/.exec(form.expiry ?? '') ?? []
  if (month === undefined || year === undefined) {
    throw new StripeError(402, { type: 'card_error', message: "Your card's expiration date is incomplete." })
  }
  if (!/^\d{3,4}$/.test(form.cvc ?? '')) {
    throw new StripeError(402, { type: 'card_error', message: "Your card's security code is incomplete." })
  }
  return createMethod(world, {
    type: 'card',
    billing_details,
    card: { number: form.number ?? '', exp_month: Number(month), exp_year: Number(year), cvc: form.cvc },
  })
}
