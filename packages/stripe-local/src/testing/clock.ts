import type Stripe from 'stripe'
import { expect } from 'vitest'
import { openShop, type Shop } from './shop.ts'
import type { StripeLocalOptions } from '../server.ts'

export const DAY = 86_400
/** Noon of the first of January 2026 (Unix seconds). */
export const NEW_YEAR = Date.UTC(2026, 0, 1, 12) / 1000

export type ClockedShop = Shop & {
  clock: string
  /** Moves the test clock to an instant (Unix seconds), with all that happens on the way. */
  advance: (to: number) => Promise<void>
  /** A customer on the test clock, with a payment method as its default when one is named. */
  customer: (method?: string) => Promise<Stripe.Customer>
  /** A recurring price of a new product, monthly unless it is said. */
  price: (amount: number, more?: Partial<Stripe.PriceCreateParams>) => Promise<Stripe.Price>
}

/** A shop without an endpoint, whose customers live on a test clock that stands at noon of New Year 2026. */
export async function openClockedShop(options: Partial<StripeLocalOptions> = {}): Promise<ClockedShop> {
  const shop = await openShop({ webhook: undefined, ...options })
  const { stripe } = shop
  const clock = (await stripe.testHelpers.testClocks.create({ frozen_time: NEW_YEAR })).id
  const product = (await stripe.products.create({ name: 'Pro' })).id
  return {
    ...shop,
    clock,
    advance: async (to) => {
      await stripe.testHelpers.testClocks.advance(clock, { frozen_time: to })
      const status = async () => (await stripe.testHelpers.testClocks.retrieve(clock)).status
      await expect.poll(status).toBe('ready')
    },
    customer: (method) =>
      stripe.customers.create({
        email: 'ada@example.com',
        test_clock: clock,
        ...(method === undefined
          ? {}
          : { payment_method: method, invoice_settings: { default_payment_method: method } }),
      }),
    price: (unit_amount, more = {}) =>
      stripe.prices.create({
        product,
        currency: 'usd',
        unit_amount,
        recurring: { interval: 'month' },
        ...more,
      }),
  }
}
