import { afterEach, expect, test } from 'vitest'
import { openShop, type Received, type Shop } from '../testing/shop.ts'

let shop: Shop
afterEach(() => shop.close())

const idsOf = (type: string) =>
  shop.received.filter(({ event }) => event.type === type).map(({ event }) => event.id)
const numbersOf = () =>
  shop.received.map(({ event }) =>
    Number((event.data.object as { metadata: Record<string, string> }).metadata.n),
  )
function firstDelivery(): Received {
  const [first] = shop.received
  if (!first) throw new Error('Nothing was delivered.')
  return first
}
async function makeCustomers(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await shop.stripe.customers.create({ metadata: { n } })
}

test('anything but 2xx is tried again, redirects too, each time with a fresh signature', async () => {
  const answers = [302, 500, 200]
  shop = await openShop({ delivery: { retryScheduleMs: [1, 1, 1] } })
  shop.answer.with = () => answers.shift() ?? 200
  await makeCustomers(1)
  await expect.poll(() => shop.local.dispatcher.isIdle()).toBe(true)
  expect(shop.received).toHaveLength(3)
  expect(new Set(shop.received.map(({ event }) => event.id)).size).toBe(1)
  for (const { body, headers } of shop.received)
    shop.stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', shop.secret)
  const [delivery] = shop.local.world.store.all('local.delivery')
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([302, 500, 200])
})

test('an exhausted schedule gives up, and the events API says so', async () => {
  shop = await openShop({ delivery: { retryScheduleMs: [1] } })
  shop.answer.with = () => 500
  await makeCustomers(1)
  await expect.poll(() => shop.local.world.store.all('local.delivery')[0]?.state).toBe('failed')
  expect((await shop.stripe.events.list({ delivery_success: false })).data).toHaveLength(1)
})

test('duplicates carry the same id, twins another one', async () => {
  shop = await openShop({ delivery: { duplicates: 1, copies: 2, twins: 1 } })
  await makeCustomers(1)
  await expect.poll(() => shop.received.length).toBe(6)
  expect(new Set(idsOf('customer.created')).size).toBe(2)
})

test('a dropped acknowledgement brings the event again although it was taken', async () => {
  shop = await openShop({ delivery: { dropAcknowledgement: 1, retryScheduleMs: [1, 1] } })
  await makeCustomers(1)
  await expect.poll(() => shop.received.length).toBe(2)
})

test('held types wait for their release, dropped types never come', async () => {
  shop = await openShop({ delivery: { hold: ['customer.created'], drop: ['customer.updated'] } })
  const { id } = await shop.stripe.customers.create({})
  await shop.stripe.customers.update(id, { email: 'ada@example.com' })
  await shop.stripe.products.create({ name: 'Pro' })
  await expect.poll(() => idsOf('product.created').length).toBe(1)
  expect(shop.received).toHaveLength(1)
  expect(shop.local.dispatcher.releaseHeld()).toBe(1)
  await expect.poll(() => idsOf('customer.created').length).toBe(1)
  expect(idsOf('customer.updated')).toEqual([])
})

async function orderUnder(seed: string): Promise<number[]> {
  shop = await openShop({ seed, delivery: { seed, shuffleWindowMs: 400, concurrency: 1 } })
  // One synchronous burst, so that the window holds all of it.
  shop.local.world.clock.at(null, () => {
    for (let n = 0; n < 12; n++) {
      shop.local.dispatcher.enqueue(
        shop.local.world.store.put('event', {
          id: `evt_${n}`,
          object: 'event',
          api_version: '2026-10-28.endive',
          created: 1,
          data: { object: { id: `cus_${n}`, object: 'customer', metadata: { n: String(n) } } },
          livemode: false,
          pending_webhooks: 0,
          request: null,
          type: 'customer.created',
        }),
      )
    }
  })
  await expect.poll(() => shop.received.length, { timeout: 5000 }).toBe(12)
  const order = numbersOf()
  await shop.close()
  return order
}

test(
  'the same seed shuffles a window the same way twice, another seed another way',
  { timeout: 20_000 },
  async () => {
    const first = await orderUnder('seed one')
    expect(await orderUnder('seed one')).toEqual(first)
    const other = await orderUnder('seed two')
    expect(other).not.toEqual(first)
    expect([...other].sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n))
  },
)

test('two secrets sign while the old one lives', async () => {
  shop = await openShop()
  const [endpoint] = (await shop.stripe.webhookEndpoints.list()).data
  const answer = await fetch(`${shop.local.url}/_local/roll`, {
    method: 'POST',
    body: JSON.stringify({ endpoint: endpoint?.id, secret: 'whsec_new' }),
  })
  expect(await answer.json()).toEqual({ secret: 'whsec_new' })
  await makeCustomers(1)
  await expect.poll(() => shop.received.length).toBe(1)
  const { body, headers } = firstDelivery()
  for (const secret of [shop.secret, 'whsec_new'])
    shop.stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret)
})

test('a disabled endpoint hears nothing, an enabled one only its types', async () => {
  shop = await openShop()
  const [endpoint] = (await shop.stripe.webhookEndpoints.list()).data
  await shop.stripe.webhookEndpoints.update(endpoint?.id ?? '', { disabled: true })
  await makeCustomers(1)
  await shop.stripe.webhookEndpoints.update(endpoint?.id ?? '', {
    disabled: false,
    enabled_events: ['product.created'],
  })
  await makeCustomers(1)
  await shop.stripe.products.create({ name: 'Pro' })
  await expect.poll(() => shop.received.map(({ event }) => event.type)).toEqual(['product.created'])
})

test('a thin endpoint receives notifications the official client can follow', async () => {
  shop = await openShop({ webhook: undefined })
  const destination = await shop.stripe.v2.core.eventDestinations.create({
    name: 'thin',
    type: 'webhook_endpoint',
    event_payload: 'thin',
    enabled_events: ['v1.customer.created'],
    webhook_endpoint: { url: shop.endpointUrl },
    include: ['webhook_endpoint.signing_secret'],
  })
  const { id } = await shop.stripe.customers.create({ email: 'ada@example.com' })
  await expect.poll(() => shop.received.length).toBe(1)
  const { body, headers } = firstDelivery()
  const secret = destination.webhook_endpoint?.signing_secret ?? ''
  const notification = shop.stripe.parseEventNotification(body, headers['stripe-signature'] ?? '', secret)
  expect(notification).toMatchObject({
    type: 'v1.customer.created',
    related_object: { id, type: 'customer' },
  })
})
