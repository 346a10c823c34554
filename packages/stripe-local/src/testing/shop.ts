import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { startStripeLocal, type StripeLocal, type StripeLocalOptions } from '../server.ts'

export type Received = { headers: IncomingHttpHeaders; body: string; event: Stripe.Event }
export type Shop = {
  local: StripeLocal
  stripe: Stripe
  secret: string
  endpointUrl: string
  /** Every delivery that reached the shop, in order of arrival. */
  received: Received[]
  /** Decides the answer to a delivery; 200 by default. */
  answer: { with: (received: Received) => number | Promise<number> }
  close: () => Promise<void>
}

/** An emulator, an endpoint that listens to it, and the unchanged official client. */
export async function openShop(options: Partial<StripeLocalOptions> = {}): Promise<Shop> {
  const secret = 'whsec_test'
  const received: Received[] = []
  const answer: Shop['answer'] = { with: () => 200 }
  const server = createServer((request, response) => {
    // Where a redirect leads: whoever follows it is told that all is well.
    if (request.url === '/elsewhere') return void response.writeHead(200).end()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const delivery = { headers: request.headers, body, event: JSON.parse(body) as Stripe.Event }
      received.push(delivery)
      void Promise.resolve(answer.with(delivery)).then((status) =>
        response.writeHead(status, { location: '/elsewhere' }).end('{}'),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`
  const local = await startStripeLocal({ port: 0, webhook: { url, secret }, ...options })
  const stripe = new Stripe('sk_test_local', {
    host: '127.0.0.1',
    port: local.port,
    protocol: 'http',
    maxNetworkRetries: 0,
  })
  const close = async () => {
    await local.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { local, stripe, secret, endpointUrl: url, received, answer, close }
}

/** Submits a hosted page's form; returns the status, the redirect target and the page. */
export async function submit(url: string, fields: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), page: await response.text() }
}

/** What a shopper types into the checkout form. */
export const card = (number = '4242 4242 4242 4242') => ({
  method: 'card',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  number,
  expiry: '12 / 34',
  cvc: '123',
})

/** Stores a monthly plan and opens a checkout session for it. */
export async function openCheckout(
  stripe: Stripe,
  wishes: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  const product = await stripe.products.create({ name: 'Pro' })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 1900,
    recurring: { interval: 'month' },
    lookup_key: 'pro_monthly',
    transfer_lookup_key: true,
  })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'http://localhost:3000/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/pricing',
    ...wishes,
  })
  return { product, price, session, pay: session.url ?? '' }
}

/** Pulls one of the emulator's own levers. */
export async function lever(shop: Shop, path: string, body: object): Promise<unknown> {
  const url = `${shop.local.url}/_local/${path}`
  return (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json()
}

/** The types of the events so far, oldest first, that begin with one of these. */
export async function typesOf(stripe: Stripe, ...prefixes: string[]): Promise<string[]> {
  const events = await stripe.events.list({ limit: 100 })
  const types = events.data.map(({ type }) => type as string).reverse()
  return types.filter((type) => prefixes.some((prefix) => type.startsWith(prefix)))
}

/** A customer with a card, subscribed to a monthly plan. */
export async function subscribe(stripe: Stripe, card = 'pm_card_visa') {
  const customer = await stripe.customers.create({
    email: 'ada@example.com',
    payment_method: card,
    invoice_settings: { default_payment_method: card },
  })
  const product = await stripe.products.create({ name: 'Pro' })
  const priceOf = (interval: 'month' | 'year', unit_amount: number) =>
    stripe.prices.create({ product: product.id, currency: 'usd', unit_amount, recurring: { interval } })
  const monthly = await priceOf('month', 1900)
  const yearly = await priceOf('year', 19_000)
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly.id }],
  })
  return { customer, monthly, yearly, subscription, item: subscription.items.data[0]?.id ?? '' }
}
