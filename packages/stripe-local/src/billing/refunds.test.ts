import { afterEach, beforeEach, expect, test } from 'vitest'
import { lever, openShop, type Shop, typesOf } from '../testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ webhook: undefined })
})
afterEach(() => shop.close())

async function pay(payment_method: string) {
  const intent = await shop.stripe.paymentIntents.create({
    amount: 1900,
    currency: 'usd',
    payment_method,
    confirm: true,
  })
  return { intent: intent.id, charge: intent.latest_charge as string }
}

test('a refund is told by the refund and by its charge, which says what was refunded before', async () => {
  const { intent, charge } = await pay('pm_card_visa')
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 900 })
  await shop.stripe.refunds.create({ charge, amount: 1000 })
  const types = await typesOf(shop.stripe, 'refund.', 'charge.refunded')
  expect(types).toEqual(['refund.created', 'charge.refunded', 'refund.created', 'charge.refunded'])
  const [last] = (await shop.stripe.events.list({ type: 'charge.refunded' })).data
  expect(last?.data.object).toMatchObject({ amount_refunded: 1900, refunded: true })
  expect(last?.data.previous_attributes).toEqual({ amount_refunded: 900, refunded: false })
})

test('the refunds of a charge are listed by charge, by payment intent, and inside it when asked for', async () => {
  const { intent, charge } = await pay('pm_card_visa')
  const refund = await shop.stripe.refunds.create({ payment_intent: intent, amount: 500 })
  for (const filter of [{ charge }, { payment_intent: intent }])
    expect((await shop.stripe.refunds.list(filter)).data.map(({ id }) => id)).toEqual([refund.id])
  expect(await shop.stripe.charges.retrieve(charge)).not.toHaveProperty('refunds')
  const expanded = await shop.stripe.charges.retrieve(charge, { expand: ['refunds'] })
  expect(expanded.refunds?.data).toMatchObject([{ id: refund.id, amount: 500 }])
})

test('a failed refund lowers what its charge counts as refunded', async () => {
  const { intent, charge } = await pay('pm_card_refundFail')
  const refund = await shop.stripe.refunds.create({ payment_intent: intent })
  await lever(shop, 'advance', { seconds: 61 })
  expect((await shop.stripe.refunds.retrieve(refund.id)).status).toBe('failed')
  expect(await shop.stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false })
  expect((await typesOf(shop.stripe, 'refund.', 'charge.updated')).slice(1)).toEqual([
    'refund.updated',
    'refund.failed',
    'charge.updated',
  ])
})

test('a pending refund counts at once and arrives a minute later', async () => {
  const { intent, charge } = await pay('pm_card_pendingRefund')
  const refund = await shop.stripe.refunds.create({ payment_intent: intent })
  expect(refund.status).toBe('pending')
  expect((await shop.stripe.charges.retrieve(charge)).refunded).toBe(true)
  await lever(shop, 'advance', { seconds: 61 })
  const [told] = (await shop.stripe.events.list({ type: 'refund.updated' })).data
  expect(told?.data.object).toMatchObject({ status: 'succeeded' })
  expect(told?.data.previous_attributes).toEqual({ status: 'pending' })
})

test('a charge that failed has nothing to refund', async () => {
  await expect(pay('pm_card_chargeDeclined')).rejects.toMatchObject({ code: 'card_declined' })
  const [charge] = (await shop.stripe.charges.list()).data
  await expect(shop.stripe.refunds.create({ charge: charge?.id ?? '' })).rejects.toThrow(
    'does not have a successful charge to refund',
  )
})
