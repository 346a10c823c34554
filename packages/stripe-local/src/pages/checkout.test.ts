import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { card, openCheckout, openShop, submit, type Shop } from '../testing/shop.ts'

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
