import { afterEach, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop, subscribe, typesOf } from '../testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ webhook: undefined })
})
afterEach(() => shop.close())

test('a payment intent leads to its invoice, and the invoice to its payments and prices', async () => {
  const { subscription, monthly } = await subscribe(shop.stripe)
  await subscribe(shop.stripe)
  const invoice = await shop.stripe.invoices.retrieve(subscription.latest_invoice as string, {
    expand: ['payments'],
  })
  expect(invoice).toMatchObject({
    status: 'paid',
    parent: { subscription_details: { subscription: subscription.id } },
  })
  const lines = await shop.stripe.invoices.listLineItems(invoice.id, {
    expand: ['data.pricing.price_details.price'],
  })
  expect(lines.data).toMatchObject([{ pricing: { price_details: { price: { id: monthly.id } } } }])
  const [payment] = invoice.payments?.data ?? []
  const payment_intent = payment?.payment.payment_intent as string
  const found = await shop.stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent },
  })
  expect(found.data).toMatchObject([{ invoice: invoice.id, status: 'paid', amount_paid: 1900 }])
  const read = await shop.stripe.invoicePayments.retrieve(payment?.id ?? '')
  expect(read).toMatchObject({ id: payment?.id, invoice: invoice.id })
  await expect(shop.stripe.invoicePayments.retrieve('inpay_none')).rejects.toMatchObject({ statusCode: 404 })
})

test('a paid invoice tells its payment too', async () => {
  const { subscription } = await subscribe(shop.stripe)
  expect(await typesOf(shop.stripe, 'invoice.paid', 'invoice_payment.')).toEqual([
    'invoice_payment.paid',
    'invoice.paid',
  ])
  const [told] = (await shop.stripe.events.list({ type: 'invoice_payment.paid' })).data
  expect(told?.data.object).toMatchObject({ invoice: subscription.latest_invoice })
})
