import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCheckout, openShop, type Shop, subscribe } from '../testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ webhook: undefined })
})
afterEach(() => shop.close())

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v']))
const x = (length: number) => 'x'.repeat(length)
/** How Stripe refuses a parameter. */
const refusal = (param: string, message: string | RegExp) => ({
  statusCode: 400,
  rawType: 'invalid_request_error',
  param,
  message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
})

// docs.stripe.com/api/metadata: "You can specify up to 50 keys, with key names up to 40 characters long and values up
// to 500 characters long. Keys and values are stored as strings and can contain any characters with one exception: you
// can't use square brackets ([ and ]) in keys."
test('metadata holds 50 keys of 40 characters with values of 500, and not one more', async () => {
  const { customers } = shop.stripe
  const full = { ...keys(49), ['é'.repeat(40)]: '😀'.repeat(500) }
  expect((await customers.create({ metadata: full })).metadata).toEqual(full)

  const refused = (metadata: Stripe.MetadataParam, message: string | RegExp) =>
    expect(customers.create({ metadata })).rejects.toMatchObject(refusal('metadata', message))
  await refused(keys(51), "Metadata can have up to 50 keys, but you've set 51.")
  await refused(
    { [x(41)]: 'v' },
    `Metadata keys can have up to 40 characters, but you passed in a key that is 41 characters. Invalid key: ${x(41)}`,
  )
  await refused(
    { long: x(501) },
    `Metadata values can have up to 500 characters, but you passed in a value that is 501 characters. Invalid value: ${x(501)}`,
  )
  for (const key of ['a[b]', 'a]', '[', 'a]b['])
    await refused(
      { [key]: 'v' },
      `Metadata keys can't contain square brackets ([ and ]). Invalid key: ${key}`,
    )
  await refused({ nested: { a: 'v' } as unknown as string }, /square brackets/)
  expect((await customers.list()).data).toHaveLength(1)
})

test('an update counts what would be there after it: unset keys make room, and all can be unset', async () => {
  const { id } = await shop.stripe.customers.create({ metadata: keys(50) })
  const update = (metadata: Stripe.MetadataParam | '') => shop.stripe.customers.update(id, { metadata })
  await expect(update({ one: 'more' })).rejects.toMatchObject(
    refusal('metadata', "Metadata can have up to 50 keys, but you've set 51."),
  )
  expect((await update({ k0: '', one: 'more' })).metadata).toEqual({
    ...keys(50),
    k0: undefined,
    one: 'more',
  })
  expect((await update({ ...keys(50), one: '' })).metadata).toEqual(keys(50))
  expect((await update('')).metadata).toEqual({})
  expect((await update({ constructor: 'a key like any other' })).metadata).toHaveProperty('constructor')
})

test('the limits of metadata hold wherever it is given', async () => {
  const { stripe } = shop
  const { customer, subscription, monthly, item } = await subscribe(stripe)
  const metadata = { [x(41)]: 'v' }
  const price = monthly.id
  const session: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    success_url: 'http://localhost/',
    line_items: [{ price, quantity: 1 }],
  }
  const calls: [string, Promise<unknown>][] = [
    ['metadata', stripe.products.create({ name: 'Pro', metadata })],
    ['metadata', stripe.prices.update(price, { metadata })],
    ['metadata', stripe.coupons.create({ percent_off: 5, metadata })],
    ['metadata', stripe.checkout.sessions.create({ ...session, metadata })],
    [
      'subscription_data[metadata]',
      stripe.checkout.sessions.create({ ...session, mode: 'subscription', subscription_data: { metadata } }),
    ],
    [
      'payment_intent_data[metadata]',
      stripe.checkout.sessions.create({ ...session, payment_intent_data: { metadata } }),
    ],
    [
      'items[0][metadata]',
      stripe.subscriptions.create({ customer: customer.id, items: [{ price, metadata }] }),
    ],
    ['metadata', stripe.subscriptions.update(subscription.id, { metadata })],
    ['metadata', stripe.subscriptionItems.update(item, { metadata })],
    ['metadata', stripe.paymentIntents.create({ amount: 100, currency: 'usd', metadata })],
    [
      'metadata',
      stripe.webhookEndpoints.create({ url: 'http://localhost/', enabled_events: ['*'], metadata }),
    ],
    ['metadata', stripe.taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 20, metadata })],
  ]
  for (const [param, call] of calls)
    await expect(call).rejects.toMatchObject(refusal(param, /^Metadata keys can have up to 40/))
  const many = stripe.checkout.sessions.create({ ...session, payment_intent_data: { metadata: keys(51) } })
  await expect(many).rejects.toMatchObject(refusal('payment_intent_data[metadata]', /you've set 51/))
})

// github.com/stripe/openapi, `maxLength` of each parameter; docs.stripe.com/api/customers/create: "This may be up to
// 512 characters." The wording is that of the API: "Invalid string: Pan Americ...ter School; must be at most 30 characters".
test('strings have the lengths of Stripe, to the character', async () => {
  const { stripe } = shop
  const { customer, monthly, subscription } = await subscribe(stripe)
  const product = monthly.product as string
  const { session } = await openCheckout(stripe, { client_reference_id: x(200) })
  expect(session.client_reference_id).toHaveLength(200)
  const line_items = [{ price: monthly.id, quantity: 1 }]
  const checkout = (more: Partial<Stripe.Checkout.SessionCreateParams>) =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items,
      success_url: 'http://localhost/',
      ...more,
    })
  const limits: [string, number, (text: string) => Promise<unknown>][] = [
    ['name', 256, (name) => stripe.customers.create({ name })],
    ['email', 512, (email) => stripe.customers.update(customer.id, { email })],
    ['phone', 20, (phone) => stripe.customers.update(customer.id, { phone })],
    ['description', 5000, (description) => stripe.customers.create({ description })],
    ['name', 5000, (name) => stripe.products.create({ name })],
    ['description', 40_000, (description) => stripe.products.update(product, { description })],
    ['statement_descriptor', 22, (text) => stripe.products.update(product, { statement_descriptor: text })],
    ['unit_label', 12, (unit_label) => stripe.products.update(product, { unit_label })],
    ['lookup_key', 200, (lookup_key) => stripe.prices.update(monthly.id, { lookup_key })],
    ['nickname', 5000, (nickname) => stripe.prices.update(monthly.id, { nickname })],
    ['name', 40, (name) => stripe.coupons.create({ percent_off: 5, name })],
    ['description', 500, (description) => stripe.subscriptions.update(subscription.id, { description })],
    ['client_reference_id', 200, (client_reference_id) => checkout({ client_reference_id })],
    [
      'subscription_data[description]',
      500,
      (description) => checkout({ subscription_data: { description } }),
    ],
    [
      'description',
      1000,
      (description) => stripe.paymentIntents.create({ amount: 100, currency: 'usd', description }),
    ],
    ['description', 1500, (description) => stripe.invoices.create({ customer: customer.id, description })],
    ['footer', 5000, (footer) => stripe.invoices.create({ customer: customer.id, footer })],
  ]
  for (const [param, most, send] of limits) {
    await send(x(most))
    const message = `Invalid string: xxxxxxxxxx...xxxxxxxxxx; must be at most ${most} characters`
    await expect(send(x(most + 1))).rejects.toMatchObject(refusal(param, message))
  }
})

// docs.stripe.com/api/idempotent_requests: "Idempotency keys are up to 255 characters long."
test('an idempotency key has 1 to 255 characters', async () => {
  const create = (key: string) =>
    fetch(`${shop.local.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_1', 'idempotency-key': key },
    })
  expect((await create(x(255))).status).toBe(200)
  expect((await create(x(255))).headers.get('idempotent-replayed')).toBe('true')
  for (const key of ['', x(256)]) {
    const refused = await create(key)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      error: {
        type: 'invalid_request_error',
        message: expect.stringContaining(
          `Idempotent key length is ${key.length}, which is outside accepted lengths. Idempotent Keys must be 1-255`,
        ) as string,
      },
    })
  }
  expect((await shop.stripe.customers.list()).data).toHaveLength(1)
})

test('JSON that is none, and metadata in JSON, are refused as in a form', async () => {
  const send = async (body: string) => {
    const headers = { authorization: 'Bearer sk_test_1', 'content-type': 'application/json' }
    const answer = await fetch(`${shop.local.url}/v1/customers`, { method: 'POST', headers, body })
    return [answer.status, ((await answer.json()) as { error?: { message: string } }).error?.message]
  }
  expect(await send('{"name":')).toEqual([400, expect.stringContaining('Invalid JSON in the request body')])
  expect(await send('{"metadata":{"a[b]":"v"}}')).toEqual([400, expect.stringContaining('square brackets')])
  expect(await send('{"metadata":{"a":{"b":"v"}}}')).toEqual([
    400,
    expect.stringContaining('must be strings'),
  ])
  expect(await send('{"metadata":["a"]}')).toEqual([400, 'Invalid object'])
})
