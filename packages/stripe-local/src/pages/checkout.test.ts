import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { card, openCheckout, openShop, type Shop, submit } from '../testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

test('a paid checkout tells created (incomplete) and updated (active) in the same second', async () => {
  const { session, pay } = await openCheckout(shop.stripe, {
    client_reference_id: 'org_1',
    subscription_data: { metadata: { org: 'org_1' } },
  })
  const answer = await submit(pay, card())
  expect(answer).toMatchObject({
    status: 303,
    location: `http://localhost:3000/success?session_id=${session.id}`,
  })

  const events = (await shop.stripe.events.list({ limit: 100 })).data.reverse()
  const created = events.find(({ type }) => type === 'customer.subscription.created')
  const updated = events.find(({ type }) => type === 'customer.subscription.updated')
  expect(created?.data.object).toMatchObject({ status: 'incomplete', metadata: { org: 'org_1' } })
  expect(updated?.data.object).toMatchObject({ status: 'active' })
  expect(updated?.data.previous_attributes).toMatchObject({ status: 'incomplete' })
  expect(created?.created).toBe(updated?.created)
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'customer.created',
      'payment_method.attached',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
      'payment_intent.succeeded',
      'charge.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.updated',
      'checkout.session.completed',
    ]),
  )
  const paid = await shop.stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription', 'line_items'],
  })
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    client_reference_id: 'org_1',
    url: null,
  })
  expect(paid.subscription).toMatchObject({ status: 'active' })
  expect(paid.line_items?.data[0]?.price?.lookup_key).toBe('pro_monthly')
})

test('the shopper is redirected once the shop has answered the completed session', async () => {
  const order: string[] = []
  shop.answer.with = ({ event }) => {
    order.push(event.type)
    return 200
  }
  const { pay } = await openCheckout(shop.stripe)
  await submit(pay, card())
  expect(order).toContain('checkout.session.completed')
})

test('a declined card stays on the page with the reason, and another card then pays', async () => {
  const { session, pay } = await openCheckout(shop.stripe)
  const refused = await submit(pay, card('4000000000000002'))
  expect(refused.status).toBe(402)
  expect(refused.page).toContain('Your card was declined.')
  expect((await shop.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  expect((await shop.stripe.subscriptions.list({ status: 'all' })).data).toEqual([])

  expect((await submit(pay, card())).status).toBe(303)
  expect((await shop.stripe.checkout.sessions.retrieve(session.id)).status).toBe('complete')
})

test('every delivery carries a signature the official client accepts', async () => {
  const { pay } = await openCheckout(shop.stripe)
  await submit(pay, card())
  for (const { body, headers } of shop.received) {
    const event = shop.stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', shop.secret)
    expect(event.api_version).toBe(Stripe.API_VERSION)
  }
  expect(shop.received.length).toBeGreaterThan(5)
})

test('a card that asks leads to the question, and the subscription waits incomplete for the answer', async () => {
  const { session, pay } = await openCheckout(shop.stripe)
  const asked = await submit(pay, card('4000002760003184'))
  expect(asked.location).toMatch(/^\/c\/confirm\/pi_/)
  const [waiting] = (await shop.stripe.subscriptions.list({ status: 'all' })).data
  expect(waiting?.status).toBe('incomplete')
  const refused = await submit(shop.local.url + asked.location, { answer: 'refuse' })
  expect(refused.page).toContain('We are unable to authenticate your payment method.')
  const again = await submit(pay, card('4000002760003184'))
  const agreed = await submit(shop.local.url + again.location, { answer: 'agree' })
  expect(agreed.location).toContain(session.id)
  const twice = await submit(shop.local.url + again.location, { answer: 'agree' })
  expect(twice.location).toBe(agreed.location)
  const { data: told } = await shop.stripe.events.list({ type: 'checkout.session.completed' })
  expect(told).toHaveLength(1)
  expect((await shop.stripe.subscriptions.list()).data).toMatchObject([{ id: waiting?.id, status: 'active' }])
})

test.each([
  ['sepa_debit', true, 'checkout.session.async_payment_succeeded', 'paid'],
  ['sepa_debit_fails', false, 'checkout.session.async_payment_failed', 'unpaid'],
])('a bank debit (%s) completes unpaid and is decided later', async (method, pays, type, status) => {
  const { session, pay } = await openCheckout(shop.stripe)
  await submit(pay, { ...card(), method })
  const done = await shop.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
  expect(done).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    subscription: { status: 'active' },
  })
  const response = await fetch(`${shop.local.url}/_local/advance`, {
    method: 'POST',
    body: JSON.stringify({ seconds: 90_000 }),
  })
  expect(response.status).toBe(200)
  expect((await shop.stripe.events.list({ type })).data).toHaveLength(1)
  expect((await shop.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe(status)
  const [subscription] = (await shop.stripe.subscriptions.list({ status: 'all' })).data
  expect(subscription?.status).toBe(pays ? 'active' : 'past_due')
})

test('a full discount asks for no card when none is required', async () => {
  const coupon = await shop.stripe.coupons.create({ percent_off: 100, duration: 'forever' })
  const { session, pay } = await openCheckout(shop.stripe, {
    discounts: [{ coupon: coupon.id }],
    payment_method_collection: 'if_required',
  })
  expect(session).toMatchObject({ amount_subtotal: 1900, amount_total: 0 })
  expect(await (await fetch(pay)).text()).toContain('Nothing to pay')
  await submit(pay, { email: 'ada@example.com', name: 'Ada' })
  const done = await shop.stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription', 'invoice'],
  })
  expect(done).toMatchObject({
    payment_status: 'no_payment_required',
    subscription: { status: 'active' },
    invoice: { status: 'paid', total: 0 },
  })
})

test('a trial starts without a charge', async () => {
  const { session, pay } = await openCheckout(shop.stripe, { subscription_data: { trial_period_days: 14 } })
  await submit(pay, card())
  const done = await shop.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
  expect(done).toMatchObject({ payment_status: 'no_payment_required', subscription: { status: 'trialing' } })
  expect((await shop.stripe.charges.list()).data).toEqual([])
})

test('a one-time payment keeps its shopper a guest, and setup saves a card', async () => {
  const product = await shop.stripe.products.create({ name: 'Credits' })
  const price = await shop.stripe.prices.create({ product: product.id, currency: 'jpy', unit_amount: 80 })
  const once = await openCheckout(shop.stripe, {
    mode: 'payment',
    line_items: [{ price: price.id, quantity: 1 }],
  })
  expect(await (await fetch(once.pay)).text()).toContain('¥80')
  await submit(once.pay, card())
  const paid = await shop.stripe.checkout.sessions.retrieve(once.session.id, { expand: ['payment_intent'] })
  expect(paid).toMatchObject({
    customer: null,
    payment_status: 'paid',
    payment_intent: { status: 'succeeded', amount: 80 },
  })

  const customer = await shop.stripe.customers.create({})
  const setup = await shop.stripe.checkout.sessions.create({
    mode: 'setup',
    customer: customer.id,
    currency: 'usd',
    success_url: 'http://localhost/',
  })
  await submit(setup.url ?? '', card())
  expect((await shop.stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(1)
})

test('an abandoned session expires after a day, and a closed one cannot be paid', async () => {
  const { session, pay } = await openCheckout(shop.stripe)
  await fetch(`${shop.local.url}/_local/advance`, {
    method: 'POST',
    body: JSON.stringify({ seconds: 86_401 }),
  })
  expect((await shop.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired')
  expect((await submit(pay, card())).status).toBe(409)
  expect((await shop.stripe.events.list({ type: 'checkout.session.expired' })).data).toHaveLength(1)
})

test('the portal changes seats, plans an end and takes it back', async () => {
  const { session, pay, price } = await openCheckout(shop.stripe)
  await submit(pay, card())
  const done = await shop.stripe.checkout.sessions.retrieve(session.id)
  const portal = await shop.stripe.billingPortal.sessions.create({ customer: done.customer as string })
  const subscription = done.subscription as string
  const press = (action: string, more = {}) => submit(portal.url, { action, subscription, ...more })
  await press('change', { price: price.id, quantity: '4' })
  expect((await shop.stripe.subscriptions.retrieve(subscription)).items.data[0]?.quantity).toBe(4)
  await press('cancel-later')
  expect((await shop.stripe.subscriptions.retrieve(subscription)).cancel_at).not.toBeNull()
  await press('resume')
  expect((await shop.stripe.subscriptions.retrieve(subscription)).cancel_at).toBeNull()
  const refused = await press('card', { number: '4000000000000002', expiry: '12/34', cvc: '123' })
  expect(refused).toMatchObject({ status: 402 })
  await press('cancel-now')
  expect((await shop.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
})

test('a promotion code typed at the counter lowers the price, and a wrong one is refused', async () => {
  const coupon = await shop.stripe.coupons.create({ percent_off: 25, duration: 'forever' })
  await shop.stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    code: 'SPRING',
  })
  const { session, pay } = await openCheckout(shop.stripe, { allow_promotion_codes: true })
  const apply = (promotion: string) => submit(pay, { action: 'promotion', promotion })
  expect((await apply('AUTUMN')).page).toContain('This code is invalid.')
  expect((await apply('spring')).page).toContain('$14.25')
  await submit(pay, card())
  const done = await shop.stripe.checkout.sessions.retrieve(session.id, { expand: ['invoice'] })
  expect(done).toMatchObject({ amount_total: 1425, invoice: { amount_paid: 1425, subtotal: 1900 } })
})
