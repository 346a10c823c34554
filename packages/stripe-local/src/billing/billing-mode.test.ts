import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ClockedShop, DAY, NEW_YEAR, openClockedShop } from '../testing/clock.ts'
import { card, openCheckout, submit } from '../testing/shop.ts'

let shop: ClockedShop
beforeEach(async () => {
  shop = await openClockedShop()
})
afterEach(() => shop.close())

const FEBRUARY = Date.UTC(2026, 1, 1, 12) / 1000
const NEXT_YEAR = Date.UTC(2027, 0, 1, 12) / 1000

async function subscribe(wishes: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const customer = await shop.customer('pm_card_visa')
  const price = await shop.price(1900)
  return shop.stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }], ...wishes })
}
const current = (id: string) => shop.stripe.subscriptions.retrieve(id)

async function toYearly(row: Stripe.Subscription, wishes: Stripe.SubscriptionUpdateParams = {}) {
  const yearly = await shop.price(19_000, { recurring: { interval: 'year' } })
  const items = [{ id: row.items.data[0]?.id ?? '', price: yearly.id }]
  return shop.stripe.subscriptions.update(row.id, { items, ...wishes })
}

async function cancelInPortal({ id, customer }: Stripe.Subscription) {
  const session = await shop.stripe.billingPortal.sessions.create({ customer: customer as string })
  await submit(session.url, { action: 'cancel-later', subscription: id })
  return current(id)
}

// docs.stripe.com/changelog/clover/2025-09-30/billing-mode-default: new subscriptions are flexible unless
// billing_mode[type]=classic is asked for.
test('a new subscription is flexible, and classic only when asked for, by API and by Checkout', async () => {
  expect((await subscribe()).billing_mode).toMatchObject({ type: 'flexible' })
  const classic = await subscribe({ billing_mode: { type: 'classic' } })
  expect(classic.billing_mode).toEqual({ flexible: null, type: 'classic' })
  for (const type of ['flexible', 'classic'] as const) {
    const { session, pay } = await openCheckout(
      shop.stripe,
      type === 'classic' ? { subscription_data: { billing_mode: { type } } } : {},
    )
    await submit(pay, card())
    const { subscription } = await shop.stripe.checkout.sessions.retrieve(session.id)
    expect((await current(subscription as string)).billing_mode.type).toBe(type)
  }
})

// docs.stripe.com/billing/subscriptions/billing-mode/compare: cancelled in the portal, a flexible subscription has
// `cancel_at`, a classic one `cancel_at_period_end`.
test('the portal sets cancel_at alone under flexible, and cancel_at_period_end too under classic', async () => {
  const ends = { cancel_at: FEBRUARY, status: 'active' }
  expect(await cancelInPortal(await subscribe())).toMatchObject({ ...ends, cancel_at_period_end: false })
  const classic = await subscribe({ billing_mode: { type: 'classic' } })
  expect(await cancelInPortal(classic)).toMatchObject({ ...ends, cancel_at_period_end: true })
})

// docs.stripe.com/changelog/basil/2025-07-30/cancel-at-enums: "Unlike cancel_at_period_end, these values resolve to
// timestamps immediately and further changes to items.data.current_period_end don't affect them."
test('the end by cancel_at_period_end moves with the period', async () => {
  const row = await subscribe({ cancel_at_period_end: true })
  expect(row.cancel_at).toBe(FEBRUARY)
  expect(await toYearly(row)).toMatchObject({ cancel_at: NEXT_YEAR, cancel_at_period_end: true })
  await shop.advance(FEBRUARY + DAY)
  expect((await current(row.id)).status).toBe('active')
  await shop.advance(NEXT_YEAR)
  expect(await current(row.id)).toMatchObject({ status: 'canceled', ended_at: NEXT_YEAR })
})

test('the end by cancel_at_period_end moves with a pending update once that is paid', async () => {
  const row = await subscribe({ cancel_at_period_end: true })
  const bad = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: row.customer as string,
  })
  await shop.stripe.customers.update(row.customer as string, {
    invoice_settings: { default_payment_method: bad.id },
  })
  const waiting = await toYearly(row, { payment_behavior: 'pending_if_incomplete' })
  expect(waiting.cancel_at).toBe(FEBRUARY)
  await shop.stripe.invoices.pay(waiting.latest_invoice as string, { payment_method: 'pm_card_visa' })
  expect((await current(row.id)).cancel_at).toBe(NEXT_YEAR)
})

test('the end by cancel_at_period_end moves with a longer trial', async () => {
  const row = await subscribe({ trial_period_days: 7, cancel_at_period_end: true })
  expect(row.cancel_at).toBe(NEW_YEAR + 7 * DAY)
  const longer = await shop.stripe.subscriptions.update(row.id, { trial_end: NEW_YEAR + 10 * DAY })
  expect(longer.cancel_at).toBe(NEW_YEAR + 10 * DAY)
})

test('the end by cancel_at stays where it is when the period moves', async () => {
  const row = await subscribe({ cancel_at: 'min_period_end' })
  expect(row).toMatchObject({ cancel_at: FEBRUARY, cancel_at_period_end: false })
  expect(await toYearly(row)).toMatchObject({ cancel_at: FEBRUARY, cancel_at_period_end: false })
  await shop.advance(FEBRUARY)
  expect((await current(row.id)).status).toBe('canceled')
})

// docs.stripe.com/api/subscriptions/update, `cancel_at`: the helpers are for flexible subscriptions.
test('cancel_at takes the end of a period by name, of a flexible subscription only', async () => {
  const { id } = await subscribe()
  const update = (cancel_at: Stripe.SubscriptionUpdateParams['cancel_at'], to = id) =>
    shop.stripe.subscriptions.update(to, { ...(cancel_at === undefined ? {} : { cancel_at }) })
  expect((await update('max_period_end')).cancel_at).toBe(FEBRUARY)
  expect((await update('')).cancel_at).toBeNull()
  const classic = await subscribe({ billing_mode: { type: 'classic' } })
  await expect(update('min_period_end', classic.id)).rejects.toMatchObject({ param: 'cancel_at' })
})
