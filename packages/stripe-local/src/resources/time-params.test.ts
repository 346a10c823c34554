import { afterEach, beforeEach, expect, test } from 'vitest'
import { LAST_INSTANT, LONGEST_ADVANCE } from '../core/clock.ts'
import { openShop, type Shop, subscribe } from '../testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ webhook: undefined })
})
afterEach(() => shop.close())

test('an instant past the last one is refused wherever one is taken', async () => {
  const { stripe } = shop
  const { customer, subscription, monthly } = await subscribe(stripe)
  const items = [{ price: monthly.id }]
  for (const at of [1e15, LAST_INSTANT + 1, -1]) {
    const calls: [string, Promise<unknown>][] = [
      ['frozen_time', stripe.testHelpers.testClocks.create({ frozen_time: at })],
      ['trial_end', stripe.subscriptions.create({ customer: customer.id, items, trial_end: at })],
      ['cancel_at', stripe.subscriptions.create({ customer: customer.id, items, cancel_at: at })],
      ['cancel_at', stripe.subscriptions.update(subscription.id, { cancel_at: at })],
      ['redeem_by', stripe.coupons.create({ percent_off: 5, redeem_by: at })],
    ]
    for (const [param, call] of calls) {
      await expect(call).rejects.toMatchObject({
        statusCode: 400,
        rawType: 'invalid_request_error',
        param,
        message: `Invalid timestamp: ${at}; must be an integer Unix timestamp in seconds, from 0 to ${LAST_INSTANT}`,
      })
    }
  }
})

// docs.stripe.com/api/prices/create: "Maximum of three years interval allowed (3 years, 36 months, or 156 weeks)."
test('a period is between one interval and three years, and a trial at most two years', async () => {
  const { stripe } = shop
  const { customer, monthly } = await subscribe(stripe)
  const product = monthly.product as string
  const price = (interval: 'week' | 'month' | 'year', interval_count: number) =>
    stripe.prices.create({
      product,
      currency: 'usd',
      unit_amount: 1,
      recurring: { interval, interval_count },
    })
  for (const [interval, most] of [
    ['week', 156],
    ['month', 36],
    ['year', 3],
  ] as const) {
    expect((await price(interval, most)).recurring?.interval_count).toBe(most)
    for (const count of [most + 1, 0, -1, 1e12]) {
      const param = 'recurring[interval_count]'
      await expect(price(interval, count)).rejects.toMatchObject({ statusCode: 400, param })
    }
  }
  const items = [{ price: monthly.id }]
  for (const days of [731, 1e9, -1]) {
    const call = stripe.subscriptions.create({ customer: customer.id, items, trial_period_days: days })
    await expect(call).rejects.toMatchObject({ statusCode: 400, param: 'trial_period_days' })
  }
})

test('a test clock advances by at most ten years at once', async () => {
  const clock = await shop.stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 })
  const to = (frozen_time: number) => shop.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time })
  await expect(to(clock.frozen_time + LONGEST_ADVANCE + 1)).rejects.toMatchObject({
    statusCode: 400,
    param: 'frozen_time',
  })
  expect(await to(clock.frozen_time + LONGEST_ADVANCE)).toMatchObject({ status: 'advancing' })
})
