import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop, subscribe } from '../testing/shop.ts'

let shop: Shop
let plan: Awaited<ReturnType<typeof subscribe>>
beforeEach(async () => {
  shop = await openShop({ webhook: undefined })
  plan = await subscribe(shop.stripe)
})
afterEach(() => shop.close())

const change = (id: string, item: string, wishes: Stripe.SubscriptionUpdateParams = {}) =>
  shop.stripe.subscriptions.update(id, {
    items: [{ id: item, price: plan.yearly.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    ...wishes,
  })
const asItWas = async (id: string) => {
  const row = await shop.stripe.subscriptions.retrieve(id)
  expect(row).toMatchObject({ pending_update: null, items: { data: [{ price: { id: plan.monthly.id } }] } })
}

// docs.stripe.com/billing/subscriptions/pending-updates: a pending update waits for a payment that Stripe attempts, so
// only a subscription whose collection_method is charge_automatically can have one.
test('a pending update is refused for a subscription by send_invoice', async () => {
  const customer = await shop.stripe.customers.create({})
  const { id, items } = await shop.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: plan.monthly.id }],
    collection_method: 'send_invoice',
    days_until_due: 30,
  })
  const item = items.data[0]?.id ?? ''
  await expect(change(id, item)).rejects.toMatchObject({ statusCode: 400, param: 'payment_behavior' })
  const byItem = shop.stripe.subscriptionItems.update(item, {
    quantity: 2,
    payment_behavior: 'pending_if_incomplete',
  })
  await expect(byItem).rejects.toMatchObject({ statusCode: 400, param: 'payment_behavior' })
  await asItWas(id)
  // Without it the change is made at once.
  expect((await change(id, item, { payment_behavior: 'allow_incomplete' })).items.data[0]?.price.id).toBe(
    plan.yearly.id,
  )
})

// docs.stripe.com/billing/subscriptions/pending-updates: payment methods that are told of later (bank debits) cannot
// pay a pending update.
test('a pending update is refused when a bank debit would pay it, by subscription or by customer', async () => {
  const { stripe } = shop
  const { customer, subscription, item } = plan
  const debit = await stripe.paymentMethods.attach('pm_usBankAccount_success', { customer: customer.id })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: debit.id })
  await expect(change(subscription.id, item)).rejects.toMatchObject({
    statusCode: 400,
    param: 'payment_behavior',
  })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: '' })
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: debit.id } })
  await expect(change(subscription.id, item)).rejects.toMatchObject({ param: 'payment_behavior' })
  await asItWas(subscription.id)
})

// docs.stripe.com/billing/subscriptions/pending-updates-reference, "Supported attributes": the fields of a
// cancellation are none of them.
test.each([
  { cancel_at_period_end: true },
  { cancel_at_period_end: false },
  { cancel_at: 4_000_000_000 },
  { cancellation_details: { comment: 'too dear' } },
  { metadata: { a: 'b' } },
] satisfies Stripe.SubscriptionUpdateParams[])('a pending update is refused with %j', async (wishes) => {
  await expect(change(plan.subscription.id, plan.item, wishes)).rejects.toMatchObject({
    statusCode: 400,
    param: Object.keys(wishes)[0],
    message: expect.stringContaining('pending_if_incomplete') as string,
  })
  await asItWas(plan.subscription.id)
})

// docs.stripe.com/billing/subscriptions/pending-updates-reference: for a subscription item they are expand,
// payment_behavior, proration_behavior, proration_date, price and quantity.
test('a pending update of an item is refused with its metadata', async () => {
  const update = shop.stripe.subscriptionItems.update(plan.item, {
    quantity: 2,
    metadata: { a: 'b' },
    payment_behavior: 'pending_if_incomplete',
  })
  await expect(update).rejects.toMatchObject({ statusCode: 400, param: 'metadata' })
})

// docs.stripe.com/api/subscriptions/create, `payment_behavior`: "pending_if_incomplete is only used with updates and
// cannot be passed when creating a Subscription."
test('a new subscription cannot be pending_if_incomplete', async () => {
  const creation = shop.stripe.subscriptions.create({
    customer: plan.customer.id,
    items: [{ price: plan.monthly.id }],
    payment_behavior: 'pending_if_incomplete',
  })
  await expect(creation).rejects.toMatchObject({ statusCode: 400, param: 'payment_behavior' })
})
