import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop, subscribe } from '../testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

/** The error a call ends with, as the official client reads it. */
async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('The call was expected to fail.')
}
const raw = (path: string, init: RequestInit = {}) => fetch(`${shop.local.url}${path}`, init)

test('errors have the type, code, param and status of Stripe', async () => {
  const { stripe } = shop
  expect(await errorOf(stripe.customers.retrieve('cus_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    type: 'StripeInvalidRequestError',
  })
  expect(
    await errorOf(stripe.customers.create({ nickname: 'x' } as Stripe.CustomerCreateParams)),
  ).toMatchObject({ statusCode: 400, code: 'parameter_unknown', param: 'nickname' })
  expect(await errorOf(stripe.products.create({} as Stripe.ProductCreateParams))).toMatchObject({
    code: 'parameter_missing',
    param: 'name',
  })
  expect(await errorOf(stripe.paymentIntents.create({ amount: 1.5, currency: 'usd' }))).toMatchObject({
    code: 'parameter_invalid_integer',
    param: 'amount',
  })
  const nested = stripe.subscriptions.create({
    customer: 'cus_none',
    items: [{ price: 'price_x', seats: 2 } as Stripe.SubscriptionCreateParams.Item],
  })
  expect(await errorOf(nested)).toMatchObject({ code: 'parameter_unknown', param: 'items[0][seats]' })
})

test('without a test key the answer is 401, whatever the path', async () => {
  expect((await raw('/v1/customers')).status).toBe(401)
  expect((await raw('/v1/customers', { headers: { authorization: 'Bearer sk_live_123' } })).status).toBe(401)
  expect((await raw('/v1/nowhere', { headers: { authorization: 'Bearer sk_test_1' } })).status).toBe(404)
})

test('every answer carries the clock of its events, an id and its version', async () => {
  const customer = await shop.stripe.customers.create({})
  const [event] = (await shop.stripe.events.list({ type: 'customer.created' })).data
  const response = await raw(`/v1/customers/${customer.id}`, {
    headers: { authorization: 'Bearer sk_test_1' },
  })
  expect(response.headers.get('request-id')).toMatch(/^req_/)
  expect(response.headers.get('stripe-version')).toBe(Stripe.API_VERSION)
  expect(Date.parse(response.headers.get('date') ?? '') / 1000).toBeGreaterThanOrEqual(
    event?.created ?? Infinity,
  )
  const clock = await shop.stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 })
  const frozen = await shop.stripe.customers.create({ test_clock: clock.id })
  expect(Date.parse(frozen.lastResponse.headers.date ?? '') / 1000).toBe(1_800_000_000)
})

test('an idempotency key replays its answer, and refuses other parameters', async () => {
  const first = await shop.stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k1' })
  const again = await shop.stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k1' })
  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(
    await errorOf(shop.stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'k1' })),
  ).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  expect((await shop.stripe.customers.list()).data).toHaveLength(1)
  const [event] = (await shop.stripe.events.list({ type: 'customer.created' })).data
  expect(event?.request).toMatchObject({ idempotency_key: 'k1', id: first.lastResponse.requestId })
})

test('lists page both ways, newest first, and know whether more follows', async () => {
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift((await shop.stripe.customers.create({})).id)
  const first = await shop.stripe.customers.list({ limit: 2 })
  expect(first).toMatchObject({ has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] })
  const next = await shop.stripe.customers.list({ limit: 2, starting_after: ids[1] })
  expect(next.data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
  const back = await shop.stripe.customers.list({ limit: 2, ending_before: ids[3] })
  expect(back.data.map(({ id }) => id)).toEqual(ids.slice(1, 3))
  const all: string[] = []
  for await (const { id } of shop.stripe.customers.list({ limit: 2 })) all.push(id)
  expect(all).toEqual(ids)
  expect((await shop.stripe.customers.list({ created: { gt: 4_000_000_000 } })).data).toEqual([])
})

test('metadata merges: keys are set, empty values remove, and nothing else is touched', async () => {
  const { id } = await shop.stripe.customers.create({ metadata: { a: '1', b: '2' } })
  const merged = await shop.stripe.customers.update(id, { metadata: { b: '', c: '3' } })
  expect(merged.metadata).toEqual({ a: '1', c: '3' })
  expect((await shop.stripe.customers.update(id, { metadata: '' })).metadata).toEqual({})
})

test('a path is expanded through four levels, and a fifth is refused before anything is done', async () => {
  const { subscription, monthly } = await subscribe(shop.stripe)
  const invoice = subscription.latest_invoice as string
  const deep = (...expand: string[]) => errorOf(shop.stripe.invoices.retrieve(invoice, { expand }))
  expect(await deep('lines.data.pricing.price_details.price')).toMatchObject({
    statusCode: 400,
    rawType: 'invalid_request_error',
    code: 'property_expansion_max_depth',
    param: 'expand[0]',
    message:
      'You cannot expand more than 4 levels of a property. Property: lines.data.pricing.price_details.price',
  })
  expect(await deep('customer', 'lines.data.pricing.price_details.price')).toMatchObject({
    param: 'expand[1]',
  })
  const lines = await shop.stripe.invoices.listLineItems(invoice, {
    expand: ['data.pricing.price_details.price'],
  })
  expect(lines.data).toMatchObject([{ pricing: { price_details: { price: { id: monthly.id } } } }])

  const before = (await shop.stripe.customers.list()).data.length
  await errorOf(shop.stripe.customers.create({ expand: ['a.b.c.d.e'] }))
  expect((await shop.stripe.customers.list()).data).toHaveLength(before)
})

test('a deleted customer is still there, as deleted', async () => {
  const { id } = await shop.stripe.customers.create({})
  await shop.stripe.customers.del(id)
  expect(await shop.stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true })
})

test('a lookup key belongs to one price until it is transferred', async () => {
  const product = await shop.stripe.products.create({ name: 'Pro' })
  const wishes = { product: product.id, currency: 'usd', unit_amount: 100, lookup_key: 'pro' }
  const first = await shop.stripe.prices.create(wishes)
  expect(await errorOf(shop.stripe.prices.create(wishes))).toMatchObject({
    statusCode: 400,
    param: 'lookup_key',
  })
  const second = await shop.stripe.prices.create({ ...wishes, transfer_lookup_key: true })
  const found = await shop.stripe.prices.list({ lookup_keys: ['pro'], expand: ['data.product'] })
  expect(found.data).toMatchObject([{ id: second.id, product: { name: 'Pro' } }])
  expect((await shop.stripe.prices.retrieve(first.id)).lookup_key).toBeNull()
})

test('injected faults reach the client as Stripe would send them', async () => {
  const configure = (api: object) => shop.local.dispatcher.configure({ api })
  configure({ rateLimited: 1 })
  expect(await errorOf(shop.stripe.customers.list())).toMatchObject({
    type: 'StripeRateLimitError',
    statusCode: 429,
  })
  configure({ serverError: 1, paths: ['/v1/subscriptions'] })
  expect(await errorOf(shop.stripe.subscriptions.list())).toMatchObject({ statusCode: 500 })
  await shop.stripe.customers.list()
  configure({ reset: 1 })
  expect(await errorOf(shop.stripe.customers.create({ email: 'lost@example.com' }))).toMatchObject({
    type: 'StripeConnectionError',
  })
  configure({ stale: 1, staleMs: 60_000 })
  const [{ id } = { id: '' }] = (await shop.stripe.customers.list()).data
  await shop.stripe.customers.update(id, { email: 'new@example.com' })
  expect(await shop.stripe.customers.retrieve(id)).toMatchObject({ email: 'lost@example.com' })
})

test('a reset request was executed, so its idempotency key replays it', async () => {
  shop.local.dispatcher.configure({ api: { reset: 1 } })
  await errorOf(shop.stripe.customers.create({}, { idempotencyKey: 'once' }))
  shop.local.dispatcher.configure({})
  await shop.stripe.customers.create({}, { idempotencyKey: 'once' })
  expect((await shop.stripe.customers.list()).data).toHaveLength(1)
})
