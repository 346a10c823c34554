import { afterEach, beforeEach, expect, test } from 'vitest'
import type Stripe from 'stripe'
import { type ClockedShop, DAY, NEW_YEAR, openClockedShop } from '../testing/clock.ts'
import { card, submit } from '../testing/shop.ts'

let shop: ClockedShop
beforeEach(async () => {
  shop = await openClockedShop()
})
afterEach(() => shop.close())

/** A checkout of a monthly price of 19 and a setup of 50 that is paid once, submitted with a good card. */
async function checkOut(wishes: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const { stripe } = shop
  const customer = await shop.customer()
  const product = (await stripe.products.create({ name: 'Setup' })).id
  const setup = await stripe.prices.create({ product, currency: 'usd', unit_amount: 5000 })
  const monthly = await shop.price(1900)
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [
      { price: setup.id, quantity: 2 },
      { price: monthly.id, quantity: 1 },
    ],
    success_url: 'http://localhost:3000/success',
    ...wishes,
  })
  expect((await submit(session.url ?? '', card())).status).toBe(303)
  const paid = await stripe.checkout.sessions.retrieve(session.id)
  const subscription = await stripe.subscriptions.retrieve(paid.subscription as string)
  return {
    setup,
    monthly,
    paid,
    subscription,
    invoices: () => stripe.invoices.list({ subscription: subscription.id }),
  }
}
const shown = (invoice: Stripe.Invoice | undefined) =>
  invoice?.lines.data.map(({ amount, quantity, parent }) => ({ amount, quantity, type: parent?.type }))

const RECURRING = { amount: 1900, quantity: 1, type: 'subscription_item_details' }
const ONCE = { amount: 10_000, quantity: 2, type: 'invoice_item_details' }

// docs.stripe.com/api/checkout/sessions/create, `line_items`: for subscription mode "Line items with one-time Prices
// will be on the initial invoice only."
test('one-time lines of a subscription checkout are on its first invoice only', async () => {
  const { setup, monthly, paid, subscription, invoices } = await checkOut()
  expect(paid).toMatchObject({ amount_total: 11_900, payment_status: 'paid' })
  const [first] = (await invoices()).data
  expect(first).toMatchObject({ status: 'paid', amount_paid: 11_900, billing_reason: 'subscription_create' })
  expect(shown(first)).toEqual([ONCE, RECURRING])
  expect(first?.lines.data[0]?.pricing?.price_details?.price).toBe(setup.id)
  expect(subscription.items.data.map(({ price }) => price.id)).toEqual([monthly.id])
  await shop.advance(NEW_YEAR + 32 * DAY)
  const [second] = (await invoices()).data
  expect(second).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle' })
  expect(shown(second)).toEqual([RECURRING])
})

// docs.stripe.com/payments/checkout/free-trials: what is paid once is due when the trial begins.
test('one-time lines are paid when a trial begins', async () => {
  const { paid, subscription, invoices } = await checkOut({ subscription_data: { trial_period_days: 7 } })
  expect(subscription.status).toBe('trialing')
  expect(paid).toMatchObject({ amount_total: 10_000, payment_status: 'paid' })
  expect(shown((await invoices()).data[0])).toEqual([ONCE, { ...RECURRING, amount: 0 }])
})
