import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ClockedShop, openClockedShop } from '../testing/clock.ts'
import { card, submit } from '../testing/shop.ts'

let shop: ClockedShop
let usd: string
let eur: string
let customer: string
beforeEach(async () => {
  shop = await openClockedShop()
  usd = (await shop.price(1900)).id
  eur = (await shop.price(1900, { currency: 'eur' })).id
  customer = (await shop.customer('pm_card_visa')).id
})
afterEach(() => shop.close())

const subscribe = (price: string) => shop.stripe.subscriptions.create({ customer, items: [{ price }] })
const REFUSED = {
  statusCode: 400,
  message: expect.stringContaining('You cannot combine currencies on a single customer') as string,
}

// docs.stripe.com/billing/customer, "Currency": a customer with an active subscription, subscription schedule,
// discount, quote or invoice item in one currency can have none in another.
test('a second active subscription in another currency is refused, and allowed once the first has ended', async () => {
  const { id } = await subscribe(usd)
  await expect(subscribe(eur)).rejects.toMatchObject(REFUSED)
  expect((await shop.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
  await subscribe(usd)
  for (const row of (await shop.stripe.subscriptions.list({ customer })).data)
    await shop.stripe.subscriptions.cancel(row.id)
  expect((await subscribe(eur)).currency).toBe('eur')
  expect((await shop.stripe.subscriptions.retrieve(id)).currency).toBe('usd')
})

test('what waits for the next invoice in another currency refuses a subscription, too', async () => {
  await shop.stripe.invoiceItems.create({ customer, amount: 500, currency: 'eur' })
  await expect(subscribe(usd)).rejects.toMatchObject(REFUSED)
})

// docs.stripe.com/api/subscriptions/create, `currency`: one subscription has one currency.
test('prices of two currencies in one subscription are refused, from the start and by an update', async () => {
  const both = shop.stripe.subscriptions.create({ customer, items: [{ price: usd }, { price: eur }] })
  await expect(both).rejects.toMatchObject({ statusCode: 400, param: 'items[1][price]' })
  const { id, items } = await subscribe(usd)
  const update = shop.stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', price: eur }],
  })
  await expect(update).rejects.toMatchObject({ statusCode: 400, param: 'items[0][price]' })
})

test('a checkout in another currency is refused for a known customer, and ends unpaid if it was opened before', async () => {
  const open = (price: string) =>
    shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price, quantity: 1 }],
      success_url: 'http://localhost:3000/success',
    })
  const early = await open(eur)
  await subscribe(usd)
  await expect(open(eur)).rejects.toMatchObject(REFUSED)
  expect((await submit(early.url ?? '', card())).status).toBe(402)
  expect(await shop.stripe.checkout.sessions.retrieve(early.id)).toMatchObject({
    status: 'open',
    subscription: null,
  })
})
