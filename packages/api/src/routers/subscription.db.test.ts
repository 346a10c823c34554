import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop('subscription')
})
afterAll(() => shop.close())

const team = { plan: 'team', interval: 'month', quantity: 3 } as const

it('changes the one subscription, bills the difference, and is done when asked again', async () => {
  const buyer = shop.newCaller()
  const { customer } = await shop.subscribe(buyer, 'pro_monthly')
  const changed = await buyer.call.subscription.change(team)
  await shop.catchUp()
  expect(await buyer.call.entitlement.current()).toMatchObject({ plan: 'team', seats: 3 })
  expect(await buyer.call.subscription.change(team)).toEqual({ state: 'unchanged' })
  const { data: subscriptions } = await shop.stripe.subscriptions.list({ customer })
  expect(subscriptions).toHaveLength(1)
  const payments = await buyer.call.payments.list()
  expect(payments).toMatchObject([{ kind: 'invoice_paid' }, { kind: 'invoice_paid' }])
  expect(changed).toEqual({ state: 'changed', paymentKey: payments[0]?.businessKey })
})

it('keeps the plan where the card is declined, and names the invoice that brings the change', async () => {
  const buyer = shop.newCaller()
  const { customer } = await shop.subscribe(buyer, 'pro_monthly')
  await shop.payWith(customer, 'pm_card_chargeCustomerFail')
  const result = await buyer.call.subscription.change(team)
  expect(result).toEqual({ state: 'awaiting_payment', invoiceUrl: expect.stringContaining('/i/') as string })
  await shop.catchUp()
  expect(await buyer.call.entitlement.current()).toMatchObject({ plan: 'pro', status: 'active' })
  const [newest] = await buyer.call.payments.list()
  expect(newest).toMatchObject({
    kind: 'invoice_payment_failed',
    isSettled: false,
    hostedInvoiceUrl: result.state === 'awaiting_payment' && result.invoiceUrl,
  })
})

it('changes nothing where there is no subscription, or an invoice of it is overdue', async () => {
  const stranger = shop.newCaller()
  await expect(stranger.call.subscription.change(team)).rejects.toMatchObject({ code: 'CONFLICT' })
  const debtor = shop.newCaller()
  const { id } = await shop.subscribe(debtor, 'pro_monthly')
  await shop.webhook.db.planEntitlement.update({
    where: { stripeSubscriptionId: id },
    data: { status: 'past_due' },
  })
  await expect(debtor.call.subscription.change(team)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('settle the open invoice first') as string,
  })
  expect(shop.webhook.lines.filter(({ seam }) => seam === 'trpc')).toEqual([])
})

it('opens Stripe’s portal for who has a subscription, and for nobody else', async () => {
  const caller = shop.newCaller()
  await expect(caller.call.subscription.portal()).rejects.toMatchObject({ code: 'CONFLICT' })
  const { customer } = await shop.subscribe(caller, 'pro_monthly')
  const { url } = await caller.call.subscription.portal()
  const page = await (await fetch(url)).text()
  expect(page).toContain('Pro')
  const { data } = await shop.stripe.subscriptions.list({ customer })
  expect(data).toHaveLength(1)
})
