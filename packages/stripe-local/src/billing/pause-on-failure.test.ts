import { afterEach, beforeEach, expect, test } from 'vitest'
import type Stripe from 'stripe'
import { type ClockedShop, DAY, NEW_YEAR, openClockedShop } from '../testing/clock.ts'
import { typesOf } from '../testing/shop.ts'

let shop: ClockedShop
beforeEach(async () => {
  shop = await openClockedShop()
})
afterEach(() => shop.close())

const RENEWED = NEW_YEAR + 32 * DAY
const current = (id: string) => shop.stripe.subscriptions.retrieve(id)
const pausedBy = (type: string) => ({
  status: 'paused',
  status_details: { paused: { subscription: { type } } },
})

/** A monthly subscription whose card is refused from its first renewal on. */
async function subscribe(wishes: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const { stripe } = shop
  const customer = await shop.customer('pm_card_visa')
  const price = await shop.price(1900)
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    ...wishes,
  })
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } })
  return id
}
const payLatest = async (id: string) =>
  shop.stripe.invoices.pay((await current(id)).latest_invoice as string, { payment_method: 'pm_card_visa' })

// docs.stripe.com/billing/revenue-recovery/smart-retries/pause-on-payment-failure: pause "after the first renewal
// payment failure"; docs.stripe.com/changelog/endive/2026-09-30/pause-on-payment-failure: "While paused, the
// subscription stops generating invoices, and the invoice that triggered the pause remains collectible."
test('a subscription pauses on the first failed renewal where the account says so, and invoices no more', async () => {
  shop.local.world.rules.firstFailure = 'pause'
  const id = await subscribe()
  await shop.advance(RENEWED)
  expect(await current(id)).toMatchObject(pausedBy('first_payment_failure'))
  expect(await typesOf(shop.stripe, 'customer.subscription.paused')).toHaveLength(1)
  await shop.advance(NEW_YEAR + 90 * DAY)
  expect((await shop.stripe.invoices.list({ subscription: id })).data).toHaveLength(2)
  expect((await payLatest(id)).status).toBe('paid')
  expect((await current(id)).status).toBe('paused')
})

// The same changelog: "You can also configure automatic resumption when that invoice is paid or manually marked
// uncollectible".
test.each(['paid', 'written off'])(
  'it resumes by itself when that invoice is %s, where asked for',
  async (how) => {
    Object.assign(shop.local.world.rules, { firstFailure: 'pause', pauseEnd: 'on_payment' })
    const id = await subscribe()
    await shop.advance(RENEWED)
    if (how === 'paid') await payLatest(id)
    else await shop.stripe.invoices.markUncollectible((await current(id)).latest_invoice as string)
    const resumed = await current(id)
    expect(resumed.status).toBe('active')
    expect(resumed).not.toHaveProperty('status_details')
    expect(await typesOf(shop.stripe, 'customer.subscription.resumed')).toHaveLength(1)
    await shop.advance(NEW_YEAR + 60 * DAY)
    expect((await shop.stripe.invoices.list({ subscription: id })).data).toHaveLength(3)
  },
)

test('a subscription pauses on the final failed payment where dunning ends so', async () => {
  shop.local.world.dunningEnd = 'pause'
  const id = await subscribe()
  await shop.advance(RENEWED)
  expect((await current(id)).status).toBe('past_due')
  await shop.advance(NEW_YEAR + 55 * DAY)
  expect(await current(id)).toMatchObject(pausedBy('final_payment_failure'))
})

// docs.stripe.com/billing/revenue-recovery/smart-retries/pause-on-payment-failure, "Eligibility": flexible ones only;
// what cannot pause "remains past_due" after the first failure and is canceled after the final one.
test('a classic subscription does not pause: it is past_due first and canceled in the end', async () => {
  shop.local.world.rules.firstFailure = 'pause'
  shop.local.world.dunningEnd = 'pause'
  const id = await subscribe({ billing_mode: { type: 'classic' } })
  await shop.advance(RENEWED)
  expect((await current(id)).status).toBe('past_due')
  await shop.advance(NEW_YEAR + 55 * DAY)
  expect((await current(id)).status).toBe('canceled')
})

// The same page: "The first-renewal-payment-failure action doesn't apply to the initial invoice".
test('a failed first payment pauses nothing', async () => {
  shop.local.world.rules.firstFailure = 'pause'
  const customer = await shop.customer('pm_card_chargeCustomerFail')
  const price = await shop.price(1900)
  const row = await shop.stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  expect(row.status).toBe('incomplete')
})

// docs.stripe.com/api/subscriptions/object, `status_details.paused.subscription.type`.
test('a trial that ended without a payment method tells so, until it is resumed', async () => {
  const customer = await shop.customer()
  const price = await shop.price(1900)
  const { id } = await shop.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    trial_period_days: 7,
    trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
  })
  await shop.advance(NEW_YEAR + 8 * DAY)
  expect(await current(id)).toMatchObject(pausedBy('trial_end_without_payment_method'))
  await shop.stripe.subscriptions.resume(id)
  expect(await current(id)).not.toHaveProperty('status_details')
})
