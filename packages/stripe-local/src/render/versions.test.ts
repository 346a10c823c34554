import Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { card, openCheckout, openShop, submit, type Shop } from '../testing/shop.ts'
import { API_VERSION } from './versions.ts'

let shop: Shop
afterEach(() => shop.close())

type Fields = Record<string, unknown>
const payloadOf = (type: string) => {
  const found = shop.received.find(({ event }) => event.type === type)
  if (!found) throw new Error(`No ${type} was delivered.`)
  return JSON.parse(found.body) as { api_version: string; data: { object: Fields } }
}

test('the emulator speaks the version the pinned client speaks', async () => {
  shop = await openShop()
  expect(API_VERSION).toBe(Stripe.API_VERSION)
})

test('an endpoint of an older version receives the shapes of before Basil', async () => {
  shop = await openShop({ webhook: undefined })
  await shop.stripe.webhookEndpoints.create({
    url: shop.endpointUrl,
    enabled_events: ['*'],
    api_version: '2024-06-20',
  })
  await submit((await openCheckout(shop.stripe)).pay, card())
  const updated = payloadOf('customer.subscription.updated')
  const { items, ...subscription } = updated.data.object
  expect(updated.api_version).toBe('2024-06-20')
  expect(subscription.current_period_end).toBeTypeOf('number')
  expect((items as { data: Fields[] }).data[0]).not.toHaveProperty('current_period_end')
  await expect.poll(() => shop.received.some(({ event }) => event.type === 'invoice.paid')).toBe(true)
  const invoice = payloadOf('invoice.paid').data.object
  expect(invoice).toMatchObject({ subscription: subscription.id, paid: true })
  expect(invoice.charge).toMatch(/^ch_/)
  expect(invoice.payment_intent).toMatch(/^pi_/)
  expect(invoice).not.toHaveProperty('parent')
  expect((invoice.lines as { data: Fields[] }).data[0]).toMatchObject({
    type: 'subscription',
    price: { lookup_key: 'pro_monthly' },
  })
})

test('an endpoint of today has the periods on the items and the links under the parent', async () => {
  shop = await openShop()
  await submit((await openCheckout(shop.stripe)).pay, card())
  await expect.poll(() => shop.received.some(({ event }) => event.type === 'invoice.paid')).toBe(true)
  const subscription = payloadOf('customer.subscription.updated').data.object
  expect(subscription).not.toHaveProperty('current_period_end')
  const invoice = payloadOf('invoice.paid').data.object
  expect(invoice).toMatchObject({ parent: { subscription_details: { subscription: subscription.id } } })
  for (const gone of ['subscription', 'charge', 'payment_intent', 'paid'])
    expect(invoice).not.toHaveProperty(gone)
})

test('a client that names an older version reads the older shapes', async () => {
  shop = await openShop()
  await submit((await openCheckout(shop.stripe)).pay, card())
  const [{ id } = { id: '' }] = (await shop.stripe.subscriptions.list()).data
  const older = await shop.stripe.subscriptions.retrieve(id, {}, { apiVersion: '2024-06-20' })
  expect(older).toHaveProperty('current_period_end')
})
