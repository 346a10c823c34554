import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop } from '../testing/shop.ts'

const DAY = 86_400
const start = Date.UTC(2026, 0, 31, 12) / 1000
let shop: Shop
let clock: string
beforeEach(async () => {
  shop = await openShop({ webhook: undefined })
  clock = (await shop.stripe.testHelpers.testClocks.create({ frozen_time: start })).id
})
afterEach(() => shop.close())

async function advance(to: number): Promise<void> {
  await shop.stripe.testHelpers.testClocks.advance(clock, { frozen_time: to })
  await expect
    .poll(async () => (await shop.stripe.testHelpers.testClocks.retrieve(clock)).status)
    .toBe('ready')
}

async function subscribe(method: string, wishes: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const { stripe } = shop
  const customer = await stripe.customers.create({
    email: 'ada@example.com',
    test_clock: clock,
    payment_method: method,
    invoice_settings: { default_payment_method: method },
  })
  const product = await stripe.products.create({ name: 'Pro' })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 1900,
    recurring: { interval: 'month' },
  })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    ...wishes,
  })
  return { customer, price, subscription }
}

const typesOf = async (type?: string) =>
  (await shop.stripe.events.list({ limit: 100, ...(type ? { type } : {}) })).data
    .reverse()
    .map((event) => event.type)
const periodOf = (row: Stripe.Subscription) => [
  row.items.data[0]?.current_period_start,
  row.items.data[0]?.current_period_end,
]
const utc = (...parts: [number, number, number, number]) => Date.UTC(...parts) / 1000

test('renewals keep the day of the first one, in months that have it', async () => {
  const { subscription } = await subscribe('pm_card_visa')
  expect(subscription.status).toBe('active')
  expect(periodOf(subscription)).toEqual([start, utc(2026, 1, 28, 12)])
  await advance(utc(2026, 2, 1, 0))
  const renewed = await shop.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(periodOf(renewed)).toEqual([utc(2026, 1, 28, 12), utc(2026, 2, 31, 12)])
  expect(renewed.latest_invoice).toMatchObject({
    status: 'paid',
    billing_reason: 'subscription_cycle',
    amount_paid: 1900,
  })
  const update = (await shop.stripe.events.list({ type: 'customer.subscription.updated', limit: 1 })).data[0]
  expect(update?.data.previous_attributes).toHaveProperty('items')
  expect(update?.created).toBe(utc(2026, 1, 28, 12))
})

test('a renewal that is never collected goes past due, is tried four times, and ends canceled', async () => {
  const { customer, subscription } = await subscribe('pm_card_visa')
  const bad = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
  await shop.stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } })
  await advance(utc(2026, 2, 1, 0))
  const late = await shop.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(late.status).toBe('past_due')
  expect((late.latest_invoice as Stripe.Invoice).next_payment_attempt).toBe(utc(2026, 2, 3, 13))
  await advance(utc(2026, 2, 25, 0))
  const ended = await shop.stripe.subscriptions.retrieve(subscription.id)
  expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
  expect(await typesOf('invoice.payment_failed')).toHaveLength(4)
})

test('a card changed in time brings a past due subscription back', async () => {
  const { customer, subscription } = await subscribe('pm_card_visa')
  const bad = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
  await shop.stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } })
  await advance(utc(2026, 2, 1, 0))
  const good = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await shop.stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: good.id } })
  await advance(utc(2026, 2, 4, 0))
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test('a first payment that never comes ends incomplete_expired after 23 hours', async () => {
  const { subscription } = await subscribe('pm_card_visa', { payment_behavior: 'default_incomplete' })
  expect(subscription.status).toBe('incomplete')
  await advance(start + 22 * 3600)
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  await advance(start + 24 * 3600)
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete_expired')
  expect(await typesOf('invoice.voided')).toHaveLength(1)
})

test('a trial is announced three days before its end and then paid for', async () => {
  const { subscription } = await subscribe('pm_card_visa', { trial_period_days: 14 })
  expect(subscription).toMatchObject({ status: 'trialing', trial_end: start + 14 * DAY })
  await advance(start + 12 * DAY)
  expect(await typesOf('customer.subscription.trial_will_end')).toHaveLength(1)
  await advance(start + 15 * DAY)
  const paid = await shop.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(paid).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', amount_paid: 1900 } })
})

test('a trial without a card pauses when it was asked to, and resumes', async () => {
  const customer = await shop.stripe.customers.create({ test_clock: clock })
  const { price } = await subscribe('pm_card_visa')
  const paused = await shop.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    trial_period_days: 7,
    trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
  })
  await advance(start + 8 * DAY)
  expect((await shop.stripe.subscriptions.retrieve(paused.id)).status).toBe('paused')
  expect(await typesOf('customer.subscription.paused')).toHaveLength(1)
  expect((await shop.stripe.subscriptions.resume(paused.id)).status).toBe('active')
})

test('a planned end comes at the end of the period, unless it is taken back', async () => {
  const first = (await subscribe('pm_card_visa')).subscription
  const second = (await subscribe('pm_card_visa')).subscription
  for (const { id } of [first, second])
    await shop.stripe.subscriptions.update(id, { cancel_at_period_end: true })
  const kept = await shop.stripe.subscriptions.update(second.id, { cancel_at_period_end: false })
  expect(kept).toMatchObject({ cancel_at: null, canceled_at: null })
  await advance(utc(2026, 2, 1, 0))
  expect((await shop.stripe.subscriptions.retrieve(first.id)).status).toBe('canceled')
  expect((await shop.stripe.subscriptions.retrieve(second.id)).status).toBe('active')
})

test('more seats are charged for the rest of the period, at once or with the next invoice', async () => {
  const { subscription } = await subscribe('pm_card_visa')
  const item = subscription.items.data[0]?.id ?? ''
  await advance(start + 14 * DAY)
  await shop.stripe.subscriptions.update(subscription.id, { items: [{ id: item, quantity: 3 }] })
  const waiting = await shop.stripe.invoiceItems.list({ pending: true })
  expect(waiting.data.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-950, 2850])
  const updated = await shop.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, quantity: 4 }],
    proration_behavior: 'always_invoice',
    expand: ['latest_invoice'],
  })
  expect(updated.latest_invoice).toMatchObject({ billing_reason: 'subscription_update', status: 'paid' })
})

test('a pending update takes effect when its invoice is paid', async () => {
  const { customer, subscription } = await subscribe('pm_card_visa')
  const item = subscription.items.data[0]?.id ?? ''
  const bad = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
  await shop.stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } })
  const waiting = await shop.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, quantity: 3 }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
  })
  expect(waiting.pending_update?.subscription_items?.[0]?.quantity).toBe(3)
  expect(waiting.items.data[0]?.quantity).toBe(1)
  await shop.stripe.invoices.pay(waiting.latest_invoice as string, { payment_method: 'pm_card_visa' })
  const applied = await shop.stripe.subscriptions.retrieve(subscription.id)
  expect(applied).toMatchObject({ pending_update: null })
  expect(applied.items.data[0]?.quantity).toBe(3)
})

test('a coupon for the first invoice is gone on the second', async () => {
  const coupon = await shop.stripe.coupons.create({ percent_off: 50, duration: 'once' })
  const { subscription } = await subscribe('pm_card_visa', { discounts: [{ coupon: coupon.id }] })
  const first = await shop.stripe.invoices.retrieve(subscription.latest_invoice as string)
  expect(first).toMatchObject({ subtotal: 1900, total: 950, amount_paid: 950 })
  await advance(utc(2026, 2, 1, 0))
  const renewed = await shop.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(renewed.latest_invoice).toMatchObject({ total: 1900 })
})

test(
  'a thousand subscriptions renew within one advance, and old events are forgotten',
  { timeout: 60_000 },
  async () => {
    const { customer, price } = await subscribe('pm_card_visa')
    for (let done = 0; done < 1000; done += 25) {
      await Promise.all(
        Array.from({ length: 25 }, () =>
          shop.stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] }),
        ),
      )
    }
    await advance(utc(2026, 2, 1, 0))
    expect(
      shop.local.world.store
        .all('invoice')
        .filter((row) => row.billing_reason === 'subscription_cycle' && row.status === 'paid'),
    ).toHaveLength(1001)
    await advance(utc(2026, 3, 29, 0))
    const oldest = shop.local.world.store.all('event').filter((event) => event.type === 'invoice.paid')[0]
    expect(oldest?.created).toBeGreaterThanOrEqual(utc(2026, 3, 29, 0) - 30 * DAY)
  },
)
