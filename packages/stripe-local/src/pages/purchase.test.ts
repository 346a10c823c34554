import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { card, lever, openShop, type Shop, submit, typesOf } from '../testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ webhook: undefined })
})
afterEach(() => shop.close())

async function openPurchase(wishes: Stripe.Checkout.SessionCreateParams = {}) {
  const product = await shop.stripe.products.create({ id: 'lifetime', name: 'Lifetime' })
  const price = await shop.stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 29_900,
    lookup_key: 'lifetime',
  })
  expect(price).toMatchObject({ type: 'one_time', recurring: null })
  const session = await shop.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: price.id, quantity: 1 }],
    client_reference_id: 'org_1',
    success_url: 'http://localhost:3000/success',
    ...wishes,
  })
  return { session, pay: session.url ?? '' }
}
const read = (id: string) => shop.stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] })
const debit = { ...card(), method: 'sepa_debit' }

test('a purchase by card is found by its payment intent, with what was bought', async () => {
  const customer = await shop.stripe.customers.create({ email: 'ada@example.com' })
  const { session, pay } = await openPurchase({ customer: customer.id })
  await submit(pay, card())
  const done = await read(session.id)
  expect(done).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    client_reference_id: 'org_1',
    customer: customer.id,
    subscription: null,
    line_items: { data: [{ amount_total: 29_900, price: { lookup_key: 'lifetime' } }] },
  })
  const payment_intent = done.payment_intent as string
  const found = await shop.stripe.checkout.sessions.list({ payment_intent })
  expect(found.data.map(({ id }) => id)).toEqual([session.id])
  expect((await shop.stripe.checkout.sessions.list({ payment_intent: 'pi_none' })).data).toEqual([])
})

test('a purchase by bank debit is complete but unpaid until the bank decides', async () => {
  const { session, pay } = await openPurchase()
  await submit(pay, debit)
  const waiting = await read(session.id)
  expect(waiting).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
  await lever(shop, 'settle', { payment_intent: waiting.payment_intent, pays: true })
  expect((await read(session.id)).payment_status).toBe('paid')
  expect(await typesOf(shop.stripe, 'checkout.session.')).toEqual([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
  ])
})

test('a purchase by bank debit that bounces stays unpaid', async () => {
  const { session, pay } = await openPurchase()
  await submit(pay, debit)
  const { payment_intent } = await read(session.id)
  await lever(shop, 'settle', { payment_intent, pays: false })
  expect(await read(session.id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
  expect((await typesOf(shop.stripe, 'checkout.session.')).at(-1)).toBe(
    'checkout.session.async_payment_failed',
  )
  const intent = await shop.stripe.paymentIntents.retrieve(payment_intent as string)
  expect(intent.status).toBe('requires_payment_method')
})

test('a purchase that a coupon makes free needs no card and has no payment intent', async () => {
  const coupon = await shop.stripe.coupons.create({ percent_off: 100, duration: 'once' })
  const { session, pay } = await openPurchase({ discounts: [{ coupon: coupon.id }] })
  await submit(pay, { email: 'ada@example.com' })
  expect(await read(session.id)).toMatchObject({
    status: 'complete',
    payment_status: 'no_payment_required',
    payment_intent: null,
    amount_total: 0,
    line_items: { data: [{ amount_discount: 29_900, amount_total: 0 }] },
  })
})

test('a session that is expired by the shop can no longer be paid', async () => {
  const { session, pay } = await openPurchase()
  expect((await shop.stripe.checkout.sessions.expire(session.id)).status).toBe('expired')
  expect((await submit(pay, card())).status).toBe(409)
})
