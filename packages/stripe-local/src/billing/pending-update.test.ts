import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lever, openShop, type Shop, subscribe, typesOf } from '../testing/shop.ts'

let shop: Shop
let plan: Awaited<ReturnType<typeof subscribe>>
beforeEach(async () => {
  shop = await openShop({ webhook: undefined })
  plan = await subscribe(shop.stripe)
})
afterEach(() => shop.close())

async function useCard(name: string): Promise<void> {
  const card = await shop.stripe.paymentMethods.attach(name, { customer: plan.customer.id })
  const settings = { default_payment_method: card.id }
  await shop.stripe.customers.update(plan.customer.id, { invoice_settings: settings })
}
const change = (item: Stripe.SubscriptionUpdateParams.Item, wishes: Stripe.SubscriptionUpdateParams = {}) =>
  shop.stripe.subscriptions.update(plan.subscription.id, {
    items: [{ id: plan.item, ...item }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    ...wishes,
  })
const current = () => shop.stripe.subscriptions.retrieve(plan.subscription.id)
const shown = (row: Stripe.Subscription) => ({
  price: row.items.data[0]?.price.id,
  quantity: row.items.data[0]?.quantity,
})

test('a change that is paid for is made in one step, and nothing waits', async () => {
  const { data: before } = await shop.stripe.events.list({ type: 'customer.subscription.*', limit: 100 })
  expect(shown(await change({ quantity: 3 }))).toEqual({ price: plan.monthly.id, quantity: 3 })
  const { data: after } = await shop.stripe.events.list({ type: 'customer.subscription.*', limit: 100 })
  const told = after.slice(0, after.length - before.length)
  expect(told.map(({ type }) => type)).toEqual(['customer.subscription.updated'])
  expect(told[0]?.data.previous_attributes).not.toHaveProperty('pending_update')
})

test('from month to year, the new year is charged less what is left of the month', async () => {
  const changed = await change({ price: plan.yearly.id }, { expand: ['latest_invoice'] })
  expect(shown(changed)).toEqual({ price: plan.yearly.id, quantity: 1 })
  const invoice = changed.latest_invoice as Stripe.Invoice
  expect(invoice.lines.data.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-1900, 19_000])
  const { current_period_start: start = 0, current_period_end: end = 0 } = changed.items.data[0] ?? {}
  expect(end - start).toBeGreaterThanOrEqual(365 * 86_400)
})

test('a change that is not paid for waits, and the old plan goes on', async () => {
  await useCard('pm_card_chargeCustomerFail')
  const waiting = await change({ price: plan.yearly.id })
  expect(waiting.status).toBe('active')
  expect(shown(waiting)).toEqual({ price: plan.monthly.id, quantity: 1 })
  expect(waiting.pending_update?.subscription_items?.[0]?.price.id).toBe(plan.yearly.id)
  await shop.stripe.invoices.pay(waiting.latest_invoice as string, { payment_method: 'pm_card_visa' })
  expect(await current()).toMatchObject({ pending_update: null, items: { data: [{ price: plan.yearly }] } })
  expect(await typesOf(shop.stripe, 'customer.subscription.pending_update')).toEqual([
    'customer.subscription.pending_update_applied',
  ])
})

test('a change that asks the bank is made when the shopper has agreed', async () => {
  await useCard('pm_card_authenticationRequired')
  const waiting = await change({ quantity: 2 })
  expect(waiting.pending_update).not.toBeNull()
  const [payment] = (await shop.stripe.invoicePayments.list({ invoice: waiting.latest_invoice as string }))
    .data
  const intent = payment?.payment.payment_intent as string
  await fetch(`${shop.local.url}/c/confirm/${intent}`, {
    method: 'POST',
    body: new URLSearchParams({ answer: 'agree' }),
    redirect: 'manual',
  })
  expect(shown(await current())).toEqual({ price: plan.monthly.id, quantity: 2 })
})

test('after 23 hours an unpaid change is forgotten and its invoice voided', async () => {
  await useCard('pm_card_chargeCustomerFail')
  const waiting = await change({ quantity: 3 })
  await lever(shop, 'advance', { seconds: 22 * 3600 })
  expect((await current()).pending_update).not.toBeNull()
  await lever(shop, 'advance', { seconds: 2 * 3600 })
  expect(await current()).toMatchObject({ pending_update: null, status: 'active' })
  const invoice = await shop.stripe.invoices.retrieve(waiting.latest_invoice as string, {
    expand: ['payments'],
  })
  expect(invoice).toMatchObject({ status: 'void', payments: { data: [{ status: 'canceled' }] } })
})

test('a newer change takes the place of one that waits', async () => {
  await useCard('pm_card_chargeCustomerFail')
  const first = await change({ quantity: 3 })
  await useCard('pm_card_visa')
  expect(await change({ quantity: 2 })).toMatchObject({ pending_update: null })
  expect((await shop.stripe.invoices.retrieve(first.latest_invoice as string)).status).toBe('void')
})

test('what is not about money cannot wait', async () => {
  await expect(change({ quantity: 2 }, { metadata: { org_id: '1' } })).rejects.toThrow(
    'you can only pass supported params. `metadata` is not supported.',
  )
})
