import { startStripeLocal } from '@paidup/stripe-local'
import Stripe from 'stripe'
import { medianOf, secondsOf } from './figures.ts'

const SUBSCRIPTIONS = 1000
const MONTHS = 6
const MONTH = 31 * 86_400

/** How long Local Stripe takes for a month of many subscriptions, and what it holds in memory after each. */
export async function benchStripeLocal(): Promise<string> {
  const local = await startStripeLocal({ port: 0, seed: 'bench' })
  const { hostname: host, port } = new URL(local.url)
  const stripe = new Stripe('sk_test_bench', { host, port, protocol: 'http' })
  try {
    await subscribeMany(stripe)
    const seconds: number[] = []
    const megabytes: number[] = []
    for (let month = 0; month < MONTHS; month += 1) {
      seconds.push(await secondsOf(() => advance(local.url)))
      globalThis.gc?.()
      megabytes.push(Math.round(process.memoryUsage().heapUsed / 1e6))
    }
    const range = `${Math.min(...seconds).toFixed(1)}-${Math.max(...seconds).toFixed(1)}`
    return `${medianOf(seconds).toFixed(1)} s a month (${range}) for ${SUBSCRIPTIONS} subscriptions; heap after each of ${MONTHS} months: ${megabytes.join(', ')} MB`
  } finally {
    await local.close()
  }
}

async function subscribeMany(stripe: Stripe): Promise<void> {
  const product = await stripe.products.create({ name: 'Bench' })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 1000,
    recurring: { interval: 'month' },
  })
  for (let n = 0; n < SUBSCRIPTIONS; n += 1) {
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
