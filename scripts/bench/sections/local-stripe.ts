import { startStripeLocal } from '@paidup/stripe-local'
import Stripe from 'stripe'
import { medianOf, secondsOf } from '../figures.ts'
import type { Stage } from '../stage/stage.ts'
import type { Row } from '../table.ts'

const MONTH = 31 * 86_400

/** How long Local Stripe takes for a month of many subscriptions, and what it holds in memory after the last. */
export async function benchLocalStripe(stage: Stage): Promise<Row[]> {
  const { subscriptions, months } = stage.pick({
    quick: { subscriptions: 200, months: 3 },
    full: { subscriptions: 1000, months: 6 },
  })
  const local = await startStripeLocal({ port: 0, seed: 'bench' })
  const { hostname: host, port } = new URL(local.url)
  const stripe = new Stripe('sk_test_bench', { host, port, protocol: 'http' })
  try {
    await subscribeMany(stripe, subscriptions)
    const seconds: number[] = []
    for (let month = 0; month < months; month += 1) seconds.push(await secondsOf(() => advance(local.url)))
    globalThis.gc?.()
    const figures = {
      's a month': medianOf(seconds),
      's the slowest': Math.max(...seconds),
      'MB of heap after the last': process.memoryUsage().heapUsed / 1e6,
    }
    return [{ what: `${months} months of ${subscriptions} subscriptions`, figures }]
  } finally {
    await local.close()
  }
}

async function subscribeMany(stripe: Stripe, subscriptions: number): Promise<void> {
  const product = await stripe.products.create({ name: 'Bench' })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 1000,
    recurring: { interval: 'month' },
  })
  for (let n = 0; n < subscriptions; n += 1) {
    const customer = await stripe.customers.create({
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    })
    await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  }
}

async function advance(url: string): Promise<void> {
  const response = await fetch(`${url}/_local/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: MONTH }),
  })
  if (!response.ok) throw new Error(await response.text())
}
