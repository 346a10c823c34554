import Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { API_VERSION } from '../core/api-version.ts'
import { card, lever, openCheckout, openShop, type Shop, submit, subscribe } from '../testing/shop.ts'

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

test('before 2022-11-15 a refunded charge lists its refunds, and a payment intent its charges', async () => {
  shop = await openShop({ webhook: undefined })
  await shop.stripe.webhookEndpoints.create({
    url: shop.endpointUrl,
    enabled_events: ['charge.refunded', 'payment_intent.succeeded'],
    api_version: '2022-08-01',
  })
  const { subscription } = await subscribe(shop.stripe)
  const [{ payment } = { payment: null }] = (await shop.stripe.invoicePayments.list()).data
  const refund = await shop.stripe.refunds.create({ payment_intent: payment?.payment_intent as string })
  await expect.poll(() => shop.received.length).toBe(2)
  expect(payloadOf('charge.refunded').data.object).toMatchObject({
    invoice: subscription.latest_invoice,
    amount_refunded: 1900,
    refunds: { object: 'list', data: [{ id: refund.id, amount: 1900 }] },
  })
  expect(payloadOf('payment_intent.succeeded').data.object).toMatchObject({
    charges: { data: [{ id: refund.charge, invoice: subscription.latest_invoice }] },
  })
})

test('a prorated line before Basil carries its price, its plan and that it is prorated', async () => {
  shop = await openShop({ webhook: undefined })
  const { subscription, item } = await subscribe(shop.stripe)
  const updated = await shop.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, quantity: 3 }],
    proration_behavior: 'always_invoice',
  })
  const older = { apiVersion: '2024-06-20' }
  const { lines } = await shop.stripe.invoices.retrieve(updated.latest_invoice as string, {}, older)
  const price = { id: subscription.items.data[0]?.price.id, unit_amount: 1900 }
  for (const line of lines.data) {
    expect(line).toMatchObject({ proration: true, price, plan: { id: price.id, amount: 1900 } })
    expect(line).toMatchObject({ subscription: subscription.id, subscription_item: item })
  }
})

test('every billing event has a thin form whose object can be fetched', async () => {
  shop = await openShop({ webhook: undefined })
  const destination = { name: 'thin', type: 'webhook_endpoint', event_payload: 'thin' } as const
  const made = await shop.stripe.v2.core.eventDestinations.create({
    ...destination,
    enabled_events: ['*'],
    webhook_endpoint: { url: shop.endpointUrl },
    include: ['webhook_endpoint.signing_secret'],
  })
  const { customer, subscription } = await subscribe(shop.stripe, 'pm_card_refundFail')
  const [{ payment } = { payment: null }] = (await shop.stripe.invoicePayments.list()).data
  const payment_intent = payment?.payment_intent as string
  await shop.stripe.refunds.create({ payment_intent, amount: 900 })
  await lever(shop, 'advance', { seconds: 61 })
  await lever(shop, 'dispute', { payment_intent })
  const [dispute] = (await shop.stripe.disputes.list({ payment_intent })).data
  await shop.stripe.disputes.update(dispute?.id ?? '', {
    evidence: { uncategorized_text: 'winning_evidence' },
  })
  const bad = await shop.stripe.paymentMethods.attach('pm_card_authenticationRequired', {
    customer: customer.id,
  })
  await shop.stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id })
  await lever(shop, 'advance', { seconds: 32 * 86_400 })
  const [lost] = (await shop.stripe.invoices.list({ status: 'open' })).data
  await shop.stripe.invoices.markUncollectible(lost?.id ?? '')
  await shop.stripe.invoices.voidInvoice(lost?.id ?? '')
  await shop.stripe.customers.update(customer.id, { name: 'Ada' })
  await shop.stripe.customers.del(customer.id)
  const typed = () => shop.received.map(({ event }) => event.type as string)
  await expect.poll(typed).toEqual(expect.arrayContaining(BILLING.map((type) => `v1.${type}`)))

  const secret = made.webhook_endpoint?.signing_secret ?? ''
  for (const type of BILLING) {
    const { body, headers } = shop.received.find(({ event }) => event.type === `v1.${type}`) ?? {}
    const signature = headers?.['stripe-signature'] ?? ''
    const notification = shop.stripe.parseEventNotification(body ?? '', signature, secret)
    const { related_object: related } = JSON.parse(body ?? '') as { related_object: { id: string } }
    expect(await shop.stripe.rawRequest('GET', urlOf(body))).toMatchObject({ id: related.id })
    expect(notification.type).toBe(`v1.${type}`)
  }
})

const urlOf = (body: string | undefined) =>
  (JSON.parse(body ?? '') as { related_object: { url: string } }).related_object.url

const BILLING = [
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'invoice_payment.paid',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
]
