import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ClockedShop, openClockedShop } from '../testing/clock.ts'

let shop: ClockedShop
beforeEach(async () => {
  shop = await openClockedShop()
})
afterEach(() => shop.close())

const keyOf = async (subscription: string) =>
  (await shop.stripe.subscriptions.retrieve(subscription)).items.data[0]?.price.lookup_key

// docs.stripe.com/api/prices/create, `transfer_lookup_key`: "will atomically remove the lookup key from the existing
// price, and assign it to this price". A subscription item refers to its price, so it no longer shows the key either.
test('a lookup key that is transferred leaves the old price everywhere, in running subscriptions too', async () => {
  const { stripe } = shop
  const old = await shop.price(1900, { lookup_key: 'pro_monthly' })
  const customer = await shop.customer('pm_card_visa')
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: old.id }],
  })
  expect(subscription.items.data[0]?.price.lookup_key).toBe('pro_monthly')

  const dearer = await shop.price(2900, { lookup_key: 'pro_monthly', transfer_lookup_key: true })
  expect((await stripe.prices.retrieve(old.id)).lookup_key).toBeNull()
  expect(await keyOf(subscription.id)).toBeNull()
  const [item] = (await stripe.subscriptionItems.list({ subscription: subscription.id })).data
  expect(item?.price).toMatchObject({ id: old.id, lookup_key: null, unit_amount: 1900 })

  await stripe.prices.update(old.id, { lookup_key: 'pro_monthly', transfer_lookup_key: true })
  expect((await stripe.prices.retrieve(dearer.id)).lookup_key).toBeNull()
  expect(await keyOf(subscription.id)).toBe('pro_monthly')
})

// docs.stripe.com/api/events: "data.object" is the resource as it was when the event occurred.
test('an event keeps the price it was told with, and the next one tells it as it is then', async () => {
  const { stripe } = shop
  const old = await shop.price(1900, { lookup_key: 'pro_monthly' })
  const customer = await shop.customer('pm_card_visa')
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: old.id }] })
  await shop.price(2900, { lookup_key: 'pro_monthly', transfer_lookup_key: true })
  await stripe.subscriptions.update(id, { metadata: { seen: 'yes' } })
  const told = await stripe.events.list({
    types: ['customer.subscription.created', 'customer.subscription.updated'],
  })
  const [latest] = told.data
  const first = told.data.at(-1)
  expect(first?.data.object).toMatchObject({ items: { data: [{ price: { lookup_key: 'pro_monthly' } }] } })
  expect(latest?.data.object).toMatchObject({ items: { data: [{ price: { lookup_key: null } }] } })
  // The price is no part of the subscription: its change is none of the subscription's.
  expect(latest?.data.previous_attributes).toEqual({ metadata: { seen: null } })
})

// docs.stripe.com/api/prices/update and docs.stripe.com/api/plans/update: a price is one object under two names.
test('a price that is changed shows so in each subscription, as price and as plan', async () => {
  const { stripe } = shop
  const price = await shop.price(1900)
  const customer = await shop.customer('pm_card_visa')
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  await stripe.prices.update(price.id, { nickname: 'Pro', metadata: { plan: 'pro' }, active: false })
  const item = (await stripe.subscriptions.retrieve(id)).items.data[0]
  const shown = { nickname: 'Pro', metadata: { plan: 'pro' }, active: false }
  expect(item).toMatchObject({ price: shown, plan: shown })
  await stripe.plans.update(price.id, { nickname: 'Old' })
  expect((await stripe.subscriptions.retrieve(id)).items.data[0]).toMatchObject({
    price: { nickname: 'Old' },
    plan: { nickname: 'Old' },
  })
})
