import { afterEach, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop } from '../testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

const pay = (payment_method: string) =>
  shop.stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    payment_method,
    confirm: true,
  })
const typesOf = async (prefix: string) =>
  (await shop.stripe.events.list({ type: `${prefix}*`, limit: 100 })).data.map(({ type }) => type).reverse()

test('refunds add up, and more than was paid is refused', async () => {
  const intent = await pay('pm_card_visa')
  await shop.stripe.refunds.create({ payment_intent: intent.id, amount: 400 })
  await expect(shop.stripe.refunds.create({ payment_intent: intent.id, amount: 700 })).rejects.toMatchObject({
    param: 'amount',
  })
  await shop.stripe.refunds.create({ payment_intent: intent.id })
  const charge = await shop.stripe.charges.retrieve(intent.latest_charge as string)
  expect(charge).toMatchObject({ amount_refunded: 1000, refunded: true })
  await expect(shop.stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  expect(await typesOf('charge.refunded')).toHaveLength(2)
})

test('a refund the bank sends back fails a minute later', async () => {
  const intent = await pay('pm_card_refundFail')
  const refund = await shop.stripe.refunds.create({ payment_intent: intent.id })
  expect(refund.status).toBe('succeeded')
  await fetch(`${shop.local.url}/_local/advance`, { method: 'POST', body: JSON.stringify({ seconds: 61 }) })
  expect(await shop.stripe.refunds.retrieve(refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
  })
  expect(await typesOf('refund.')).toEqual(['refund.created', 'refund.updated', 'refund.failed'])
})

test('a dispute is opened, answered, and won or lost', async () => {
  const intents = [await pay('pm_card_createDispute'), await pay('pm_card_createDispute')]
  const [won, lost] = await Promise.all(
    intents.map(
      async ({ id }) => (await shop.stripe.disputes.list({ payment_intent: id })).data[0]?.id ?? '',
    ),
  )
  expect(
    await shop.stripe.disputes.update(won ?? '', { evidence: { uncategorized_text: 'winning_evidence' } }),
  ).toMatchObject({ status: 'won' })
  expect(await shop.stripe.disputes.close(lost ?? '')).toMatchObject({ status: 'lost' })
  expect(await typesOf('charge.dispute.')).toContain('charge.dispute.funds_reinstated')
})

test('a decline is a 402 that carries the intent, and leaves a failed charge', async () => {
  await expect(pay('pm_card_chargeDeclinedInsufficientFunds')).rejects.toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'insufficient_funds',
  })
  const [intent] = (await shop.stripe.paymentIntents.list()).data
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { decline_code: 'insufficient_funds' },
  })
  expect((await shop.stripe.charges.list()).data).toMatchObject([{ status: 'failed', paid: false }])
})

test('an invoice is built from items, finalized, paid, voided or written off', async () => {
  const customer = await shop.stripe.customers.create({
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  })
  const invoiceFor = async (amount: number) => {
    await shop.stripe.invoiceItems.create({ customer: customer.id, amount, currency: 'usd' })
    return shop.stripe.invoices.create({ customer: customer.id })
  }
  const paid = await shop.stripe.invoices.pay((await invoiceFor(500)).id)
  expect(paid).toMatchObject({ status: 'paid', amount_paid: 500, billing_reason: 'manual' })
  const outside = await shop.stripe.invoices.pay((await invoiceFor(600)).id, {
    paid_out_of_band: true,
    expand: ['payments'],
  })
  expect(outside).toMatchObject({ status: 'paid', payments: { data: [{ status: 'canceled' }] } })
  const open = await shop.stripe.invoices.finalizeInvoice((await invoiceFor(700)).id)
  expect(open).toMatchObject({ status: 'open', amount_due: 700 })
  expect((await shop.stripe.invoices.voidInvoice(open.id)).status).toBe('void')
  const lost = await shop.stripe.invoices.finalizeInvoice((await invoiceFor(800)).id)
  expect((await shop.stripe.invoices.markUncollectible(lost.id)).status).toBe('uncollectible')
  const numbers = (await shop.stripe.invoices.list()).data.map(({ number }) => number)
  expect(new Set(numbers).size).toBe(4)
})
