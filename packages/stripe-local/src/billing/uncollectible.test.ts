import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ClockedShop, DAY, NEW_YEAR, openClockedShop } from '../testing/clock.ts'

let shop: ClockedShop
beforeEach(async () => {
  shop = await openClockedShop()
})
afterEach(() => shop.close())

/** A subscription whose first renewal could not be collected. */
async function late() {
  const { stripe } = shop
  const customer = await shop.customer('pm_card_visa')
  const price = await shop.price(1900)
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } })
  await shop.advance(NEW_YEAR + 32 * DAY)
  const row = await stripe.subscriptions.retrieve(id)
  expect(row.status).toBe('past_due')
  return { id, invoice: row.latest_invoice as string }
}

// docs.stripe.com/billing/subscriptions/overview, `active`: a past_due subscription is active again once its latest
// invoice is paid or marked uncollectible. docs.stripe.com/api/invoices/mark_uncollectible speaks only of "bad debts
// that can be written off for accounting purposes", so the other reading is here too.
test.each(['active', 'past_due'] as const)(
  'with a write-off read as %s, marking the latest invoice uncollectible leaves the past_due subscription so',
  async (status) => {
    shop.local.world.rules.writeOff = status
    const { id, invoice } = await late()
    await shop.stripe.invoices.markUncollectible(invoice)
    expect((await shop.stripe.subscriptions.retrieve(id)).status).toBe(status)
    await shop.advance(NEW_YEAR + 57 * DAY)
    expect((await shop.stripe.subscriptions.retrieve(id)).status).toBe(status)
    expect(await shop.stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'uncollectible' })
  },
)

// docs.stripe.com/changelog/endive/2026-09-30/invoice-uncollectible-status-detail: `user_forgiven` when the user
// marked it, `subscription_paused` when `pause_collection` did; only while it is uncollectible.
test('an uncollectible invoice tells in status_details why it is so', async () => {
  const { invoice } = await late()
  const marked = await shop.stripe.invoices.markUncollectible(invoice)
  expect(marked).toMatchObject({ status_details: { uncollectible: { reason: 'user_forgiven' } } })
})

// docs.stripe.com/invoicing/overview: an uncollectible invoice can still be paid.
test('an invoice that was given up can still be paid', async () => {
  const { id, invoice } = await late()
  await shop.stripe.invoices.markUncollectible(invoice)
  const paid = await shop.stripe.invoices.pay(invoice, { paid_out_of_band: true })
  expect(paid.status).toBe('paid')
  expect((await shop.stripe.subscriptions.retrieve(id)).status).toBe('active')
})
