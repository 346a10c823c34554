import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ClockedShop, DAY, NEW_YEAR, openClockedShop } from '../testing/clock.ts'

let shop: ClockedShop
beforeEach(async () => {
  shop = await openClockedShop()
})
afterEach(() => shop.close())

// docs.stripe.com/api/subscriptions/update: Stripe's own words for a subscription that a schedule drives.
test.each([{ cancel_at_period_end: true }, { cancel_at: NEW_YEAR + 90 * DAY }])(
  'under a schedule %j is refused, and an end is planned in the schedule',
  async (wishes) => {
    const customer = await shop.customer()
    const price = await shop.price(1900)
    const schedule = await shop.stripe.subscriptionSchedules.create({
      customer: customer.id,
      start_date: 'now',
      phases: [{ items: [{ price: price.id }] }],
    })
    const id = schedule.subscription as string
    await expect(shop.stripe.subscriptions.update(id, wishes)).rejects.toMatchObject({
      statusCode: 400,
      message: `The subscription is managed by the subscription schedule \`${schedule.id}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    })
    await shop.stripe.subscriptionSchedules.release(schedule.id)
    expect((await shop.stripe.subscriptions.update(id, wishes)).cancel_at).not.toBeNull()
  },
)

const FEBRUARY = Date.UTC(2026, 1, 1, 12) / 1000

// docs.stripe.com/billing/subscriptions/subscription-schedules, "Transitioning to the next phase": "When a phase
// starts, Stripe updates the subscription based on the next phase's attributes."
test('a schedule moves its subscription to the next phase when that begins, and the renewal bills it', async () => {
  const { stripe } = shop
  const customer = await shop.customer('pm_card_visa')
  const [first, second] = [await shop.price(1900), await shop.price(2900)]
  const schedule = await stripe.subscriptionSchedules.create({
    customer: customer.id,
    start_date: 'now',
    phases: [{ items: [{ price: first.id, quantity: 1 }] }, { items: [{ price: second.id, quantity: 3 }] }],
  })
  const id = schedule.subscription as string
  const item = async () => (await stripe.subscriptions.retrieve(id)).items.data[0]
  await shop.advance(FEBRUARY - 1)
  expect(await item()).toMatchObject({ quantity: 1, price: { id: first.id } })
  await shop.advance(FEBRUARY)
  expect(await item()).toMatchObject({ quantity: 3, price: { id: second.id } })
  const phase = (await stripe.subscriptionSchedules.retrieve(schedule.id)).current_phase
  expect(phase?.start_date).toBe(FEBRUARY)
  const [renewal] = (await stripe.invoices.list({ subscription: id })).data
  expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', total: 3 * 2900 })
})

// docs.stripe.com/api/subscription_schedules/object, `status`: not_started until its first phase begins.
test('a schedule that begins later makes its subscription then', async () => {
  const customer = await shop.customer('pm_card_visa')
  const price = await shop.price(1900)
  const { id } = await shop.stripe.subscriptionSchedules.create({
    customer: customer.id,
    start_date: NEW_YEAR + 5 * DAY,
    phases: [{ items: [{ price: price.id, quantity: 1 }] }],
  })
  const current = () => shop.stripe.subscriptionSchedules.retrieve(id)
  expect(await current()).toMatchObject({ status: 'not_started', subscription: null })
  await shop.advance(NEW_YEAR + 5 * DAY)
  const begun = await current()
  expect(begun.status).toBe('active')
  expect(await shop.stripe.subscriptions.retrieve(begun.subscription as string)).toMatchObject({
    status: 'active',
    schedule: id,
  })
})
