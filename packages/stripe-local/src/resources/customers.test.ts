import { afterEach, beforeEach, expect, test } from 'vitest'
import { lever, openShop, type Shop, subscribe, typesOf } from '../testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ webhook: undefined })
})
afterEach(() => shop.close())

test('deleting a customer ends its subscriptions first and leaves a tombstone', async () => {
  const { customer, subscription } = await subscribe(shop.stripe)
  const gone = { id: customer.id, object: 'customer', deleted: true }
  expect(await shop.stripe.customers.del(customer.id)).toMatchObject(gone)
  expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject(gone)
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
  expect((await typesOf(shop.stripe, 'customer.')).slice(-2)).toEqual([
    'customer.subscription.deleted',
    'customer.deleted',
  ])
  const [told] = (await shop.stripe.events.list({ type: 'customer.deleted' })).data
  expect(told?.data.object).toMatchObject({ id: customer.id, email: 'ada@example.com' })
})

test('whatever names a deleted customer is refused as if there had never been one', async () => {
  const { customer, monthly } = await subscribe(shop.stripe)
  await shop.stripe.customers.del(customer.id)
  const { stripe } = shop
  const line_items = [{ price: monthly.id, quantity: 1 }]
  const calls = [
    () => stripe.customers.update(customer.id, { name: 'Ada' }),
    () => stripe.customers.del(customer.id),
    () =>
      stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: customer.id,
        line_items,
        success_url: 'http://localhost:3000/success',
      }),
    () => stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] }),
    () => stripe.billingPortal.sessions.create({ customer: customer.id }),
    () => stripe.invoices.create({ customer: customer.id }),
    () => stripe.paymentIntents.create({ amount: 100, currency: 'usd', customer: customer.id }),
  ]
  for (const call of calls) {
    const error = { code: 'resource_missing', message: `No such customer: '${customer.id}'` }
    await expect(call()).rejects.toMatchObject(error)
  }
})

test('nobody collects for a subscription that ended', async () => {
  const { customer, subscription } = await subscribe(shop.stripe)
  const bad = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
  await shop.stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id })
  await lever(shop, 'advance', { seconds: 32 * 86_400 })
  await shop.stripe.subscriptions.cancel(subscription.id)
  const failures = (await typesOf(shop.stripe, 'invoice.payment_failed')).length
  await lever(shop, 'advance', { seconds: 20 * 86_400 })
  expect(failures).toBe(1)
  expect(await typesOf(shop.stripe, 'invoice.payment_failed')).toHaveLength(1)
})
