import { setupCatalogue } from '@paidup/billing/operate'
import type Stripe from 'stripe'
import { orderOf, priceOf } from './order.ts'
import { startRecorder, type Recorder, type Recording } from './recorder.ts'

/**
 * Records a year and more of one subscription: a trial, monthly renewals, one that fails twice before it is paid, the
 * change to seats of a yearly plan, a pack of credits beside it, refunds of all that, and the end.
 */
export async function recordYear(orgId: string): Promise<Recording> {
  const recorder = await startRecorder('a year')
  const { stripe, wait, finish } = recorder
  await setupCatalogue(stripe)
  const customer = await stripe.customers.create({ metadata: { org_id: orgId } })
  await stripe.customers.update(customer.id, { email: 'ada@example.com' })
  const subscription = await subscribeWithTrial(recorder, customer.id, orgId)
  await wait(15)
  await wait(31)
  await failToRenew(recorder, subscription)
  await changeToTeam(recorder, subscription)
  const pack = await buyPack(recorder, customer.id, orgId)
  await refundAll(recorder, customer.id, pack)
  await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  await wait(367)
  return finish()
}

async function subscribeWithTrial(
  { stripe, pay }: Recorder,
  customer: string,
  orgId: string,
): Promise<string> {
  const session = await stripe.checkout.sessions.create({
    ...(await orderOf(stripe, customer, orgId, 'pro', 'pro_monthly', 1)),
    mode: 'subscription',
    subscription_data: { metadata: { org_id: orgId }, trial_period_days: 14 },
  })
  await pay(session)
  const [subscription] = (await stripe.subscriptions.list({ customer })).data
  return subscription?.id ?? ''
}

/** The card is refused at the renewal and at its first retry; another one, whose refunds will fail, then pays. */
async function failToRenew({ stripe, wait }: Recorder, subscription: string): Promise<void> {
  await changeCard(stripe, subscription, 'pm_card_chargeCustomerFail')
  await wait(34)
  await changeCard(stripe, subscription, 'pm_card_refundFail')
  await wait(8)
}

async function changeCard(stripe: Stripe, subscription: string, card: string): Promise<void> {
  const { customer } = await stripe.subscriptions.retrieve(subscription)
  const method = await stripe.paymentMethods.attach(card, { customer: customer as string })
  await stripe.subscriptions.update(subscription, { default_payment_method: method.id })
}

/** As the product changes a plan. */
async function changeToTeam({ stripe, wait }: Recorder, subscription: string): Promise<void> {
  const [item] = (await stripe.subscriptions.retrieve(subscription)).items.data
  await stripe.subscriptions.update(subscription, {
    items: [{ id: item?.id ?? '', price: await priceOf(stripe, 'team_yearly'), quantity: 3 }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
  })
  await wait(1)
}

async function buyPack({ stripe, pay, wait }: Recorder, customer: string, orgId: string): Promise<string> {
  const session = await stripe.checkout.sessions.create({
    ...(await orderOf(stripe, customer, orgId, 'credits_100', 'credits_100', 2)),
    mode: 'payment',
  })
  await pay(session)
  await wait(1)
  return (await stripe.checkout.sessions.retrieve(session.id)).payment_intent as string
}

/** One invoice whole, one in part, one in vain (its card takes no refund), and the pack in two parts. */
async function refundAll({ stripe, wait }: Recorder, customer: string, pack: string): Promise<void> {
  const { data } = await stripe.invoices.list({ customer, status: 'paid', expand: ['data.payments'] })
  const payments = data.reverse().flatMap((one) => one.payments?.data[0]?.payment.payment_intent ?? [])
  const [first = '', second = '', ...others] = payments as string[]
  await stripe.refunds.create({ payment_intent: first })
  await stripe.refunds.create({ payment_intent: second, amount: 700 })
  await stripe.refunds.create({ payment_intent: others.at(-1) ?? '', amount: 10_000 })
  await stripe.refunds.create({ payment_intent: pack, amount: 333 })
  await wait(1)
  await stripe.refunds.create({ payment_intent: pack, amount: 500 })
  await wait(1)
}
