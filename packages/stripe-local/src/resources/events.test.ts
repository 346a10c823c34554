import { afterEach, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop } from '../testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ webhook: undefined })
})
afterEach(() => shop.close())

const types = (count: number) => Array.from({ length: count }, (_, index) => `customer.type_${index}`)

// docs.stripe.com/api/events/list, `types`: "An array of up to 20 strings containing specific event names."
test('the list of events takes up to 20 types and refuses more', async () => {
  await shop.stripe.customers.create({})
  const some = [...types(19), 'customer.created']
  expect((await shop.stripe.events.list({ types: some })).data).toHaveLength(1)
  await expect(shop.stripe.events.list({ types: types(21) })).rejects.toMatchObject({
    statusCode: 400,
    param: 'types',
  })
})

// docs.stripe.com/api/events/list, `types`: "You may pass either type or types, but not both."
test('the list of events refuses type and types at once', async () => {
  const list = shop.stripe.events.list({ type: 'customer.created', types: ['customer.updated'] })
  await expect(list).rejects.toMatchObject({ statusCode: 400, param: 'types' })
})
