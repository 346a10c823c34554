import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  card,
  lever,
  openCheckout,
  openShop,
  type Shop,
  submit,
  subscribe,
  typesOf,
} from '../testing/shop.ts'

const ASKS = '4000002760003184'
const DECLINES = '4000000000000002'

let shop: Shop
let plan: Awaited<ReturnType<typeof subscribe>>
beforeEach(async () => {
  shop = await openShop({ webhook: undefined })
  plan = await subscribe(shop.stripe)
})
afterEach(() => shop.close())

const current = () => shop.stripe.subscriptions.retrieve(plan.subscription.id)
const read = (id: string) => shop.stripe.invoices.retrieve(id)
const cards = async () => (await shop.stripe.paymentMethods.list({ customer: plan.customer.id })).data
const open = async (url: string) => (await fetch(url)).text()

/** From now on the customer's own card is declined. */
async function loseCard(): Promise<void> {
  const bad = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: plan.customer.id,
  })
  const settings = { default_payment_method: bad.id }
  await shop.stripe.customers.update(plan.customer.id, { invoice_settings: settings })
}

/** The open invoice of a plan change that waits to be paid for. */
async function oweForChange(): Promise<Stripe.Invoice & { url: string }> {
  await loseCard()
  const { latest_invoice } = await shop.stripe.subscriptions.update(plan.subscription.id, {
    items: [{ id: plan.item, quantity: 3 }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  })
  const invoice = await read(latest_invoice as string)
  return { ...invoice, url: invoice.hosted_invoice_url ?? '' }
}

/** The open invoice of a renewal that was declined. */
async function oweForRenewal(): Promise<Stripe.Invoice & { url: string }> {
  await loseCard()
  await lever(shop, 'advance', { seconds: 32 * 86_400 })
  const late = await current()
  expect(late.status).toBe('past_due')
  const invoice = await read(late.latest_invoice as string)
  return { ...invoice, url: invoice.hosted_invoice_url ?? '' }
}

test('an open invoice is paid on its page, and the plan change that waited for it is made', async () => {
  const invoice = await oweForChange()
  const page = await open(invoice.url)
  expect(page).toContain('Card number')
  expect(page).not.toContain('Invoice paid')
  const before = await cards()

  const paid = await submit(invoice.url, card())
  expect(paid).toMatchObject({ status: 303, location: `/i/${invoice.id}` })
  const after = await open(invoice.url)
  expect(after).toContain('Invoice paid')
  expect(after).not.toContain('Card number')
  expect(await cards()).toHaveLength(before.length + 1)
  expect(await read(invoice.id)).toMatchObject({ status: 'paid', amount_remaining: 0 })
  expect(await current()).toMatchObject({ pending_update: null, items: { data: [{ quantity: 3 }] } })
  expect((await typesOf(shop.stripe, 'invoice', 'customer.subscription')).slice(-6)).toEqual([
    'invoice_payment.paid',
    'invoice.updated',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
    'customer.subscription.pending_update_applied',
  ])
})

test('a declined card stays on the page with the reason and is not kept, and another card then pays', async () => {
  const invoice = await oweForChange()
  const before = await cards()
  const { length: alreadyTold } = await typesOf(shop.stripe, 'charge.failed', 'invoice.payment_failed')
  const refused = await submit(invoice.url, card(DECLINES))
  expect(refused.status).toBe(402)
  expect(refused.page).toContain('Your card was declined.')
  expect(refused.page).toContain('Card number')
  expect(await cards()).toHaveLength(before.length)
  const told = await typesOf(shop.stripe, 'charge.failed', 'invoice.payment_failed')
  expect(told.slice(alreadyTold)).toEqual(['charge.failed', 'invoice.payment_failed'])
  const mistyped = await submit(invoice.url, { ...card(), cvc: '' })
  expect(mistyped.page).toContain('security code is incomplete.')
  expect((await read(invoice.id)).status).toBe('open')
  expect((await submit(invoice.url, card())).status).toBe(303)
  expect((await read(invoice.id)).status).toBe('paid')
})

test('a card that asks leads to the question, and from there back to the invoice', async () => {
  const invoice = await oweForRenewal()
  const asked = await submit(invoice.url, card(ASKS))
  expect(asked.location).toMatch(/^\/c\/confirm\/pi_/)
  expect((await current()).status).toBe('past_due')
  const refused = await submit(shop.local.url + asked.location, { answer: 'refuse' })
  expect(refused.status).toBe(402)
  expect(refused.page).toContain('We are unable to authenticate your payment method.')
  expect(refused.page).toContain(`action="/i/${invoice.id}"`)
  const again = await submit(invoice.url, card(ASKS))
  const agreed = await submit(shop.local.url + again.location, { answer: 'agree' })
  expect(agreed).toMatchObject({ status: 303, location: `/i/${invoice.id}` })
  expect(await open(invoice.url)).toContain('Invoice paid')
  expect((await current()).status).toBe('active')
})

test('declined tries on the page leave the schedule of the retries as it is', async () => {
  const invoice = await oweForRenewal()
  for (let tries = 0; tries < 4; tries++) await submit(invoice.url, card(DECLINES))
  const { attempt_count, next_payment_attempt } = invoice
  expect(await read(invoice.id)).toMatchObject({ status: 'open', attempt_count, next_payment_attempt })
  expect((await current()).status).toBe('past_due')
  await lever(shop, 'advance', { seconds: 3 * 86_400 })
  expect((await read(invoice.id)).attempt_count).toBe(attempt_count + 1)
})

test('a bank debit is under way until the bank decides, and is not paid twice', async () => {
  const invoice = await oweForRenewal()
  await submit(invoice.url, { ...card(), method: 'sepa_debit' })
  const page = await open(invoice.url)
  expect(page).toContain('Your payment is processing.')
  expect(page).not.toContain('Card number')
  expect((await submit(invoice.url, card())).status).toBe(409)
  await lever(shop, 'advance', { seconds: 90_000 })
  expect(await open(invoice.url)).toContain('Invoice paid')
  expect((await current()).status).toBe('active')
})

test('a retry that falls due while a bank debit is under way charges nothing', async () => {
  const invoice = await oweForRenewal()
  const seconds = (invoice.next_payment_attempt ?? 0) - shop.local.world.clock.now() - 3600
  await lever(shop, 'advance', { seconds })
  await submit(invoice.url, { ...card(), method: 'sepa_debit' })
  const { length } = (await shop.stripe.charges.list()).data
  await lever(shop, 'advance', { seconds: 7200 })
  expect((await shop.stripe.charges.list()).data).toHaveLength(length)
  expect(await open(invoice.url)).toContain('Your payment is processing.')
})

test('an invoice whose checkout was completed with a failed debit is paid, and the session not told twice', async () => {
  const { session, pay } = await openCheckout(shop.stripe)
  await submit(pay, { ...card(), method: 'sepa_debit_fails' })
  await lever(shop, 'advance', { seconds: 90_000 })
  const { invoice } = await shop.stripe.checkout.sessions.retrieve(session.id)
  const asked = await submit(`${shop.local.url}/i/${invoice as string}`, card(ASKS))
  const answer = { answer: 'agree' }
  expect((await submit(shop.local.url + asked.location, answer)).location).toBe(`/i/${invoice as string}`)
  expect((await read(invoice as string)).status).toBe('paid')
  expect(await typesOf(shop.stripe, 'checkout.session.completed')).toHaveLength(1)
})

test.each([
  ['paid', 'Invoice paid', (id: string) => shop.stripe.invoices.pay(id, { payment_method: 'pm_card_visa' })],
  ['void', 'This invoice was voided.', (id: string) => shop.stripe.invoices.voidInvoice(id)],
  ['uncollectible', 'marked as uncollectible', (id: string) => shop.stripe.invoices.markUncollectible(id)],
])('an invoice that is %s says so and takes no payment', async (status, words, close) => {
  const invoice = await oweForChange()
  await close(invoice.id)
  const page = await open(invoice.url)
  expect(page).toContain(words)
  expect(page).not.toContain('Card number')
  expect(await submit(invoice.url, card())).toMatchObject({ status: 409 })
  expect((await read(invoice.id)).status).toBe(status)
})
