import Stripe from 'stripe'
import type { Chance } from '../schedule/chance.ts'
import { orderOf, priceOf } from './order.ts'
import type { Recorder } from './recorder.ts'

/** A customer of the shop, with the id of its subscription. */
export type Customer = { id: string; orgId: string; subscription: string }

const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_refundFail', 'pm_card_chargeCustomerFail'] as const
const PRICES = ['pro_monthly', 'pro_monthly', 'pro_yearly', 'team_monthly', 'team_yearly'] as const

/** Somebody new, who subscribes: some with a trial, some on the hosted page. */
export async function newCustomer(recorder: Recorder, chance: Chance, orgId: string): Promise<Customer> {
  const { stripe } = recorder
  const { id } = await stripe.customers.create({ metadata: { org_id: orgId } })
  const price = chance.pick(PRICES)
  const quantity = price.startsWith('team') ? 1 + chance.below(9) : 1
  if (chance.isLucky(0.4)) await subscribeOnPage(recorder, { id, orgId, price, quantity })
  else {
    await payWith(stripe, id, 'pm_card_visa')
    await stripe.subscriptions.create({
      customer: id,
      items: [{ price: await priceOf(stripe, price), quantity }],
      metadata: { org_id: orgId },
      ...(chance.isLucky(0.3) && { trial_period_days: 7 }),
    })
  }
  const [subscription] = (await stripe.subscriptions.list({ customer: id })).data
  return { id, orgId, subscription: subscription?.id ?? '' }
}

type Wish = { id: string; orgId: string; price: (typeof PRICES)[number]; quantity: number }

async function subscribeOnPage(
  { stripe, pay }: Recorder,
  { id, orgId, price, quantity }: Wish,
): Promise<void> {
  const [plan = ''] = price.split('_')
  const session = await stripe.checkout.sessions.create({
    ...(await orderOf(stripe, id, orgId, plan, price, quantity)),
    mode: 'subscription',
    subscription_data: { metadata: { org_id: orgId } },
  })
  await pay(session)
}

async function payWith(stripe: Stripe, customer: string, card: string): Promise<void> {
  const { id } = await stripe.paymentMethods.attach(card, { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
}

type Step = (recorder: Recorder, chance: Chance, customer: Customer) => Promise<unknown>

const STEPS = {
  changePlan: async ({ stripe }, chance, { subscription }) => {
    const [item] = (await stripe.subscriptions.retrieve(subscription)).items.data
    const price = chance.pick(PRICES)
    const quantity = price.startsWith('team') ? 1 + chance.below(9) : 1
    await stripe.subscriptions.update(subscription, {
      items: [{ id: item?.id ?? '', price: await priceOf(stripe, price), quantity }],
      payment_behavior: 'pending_if_incomplete',
      proration_behavior: 'always_invoice',
    })
  },
  endLater: ({ stripe }, chance, { subscription }) =>
    stripe.subscriptions.update(subscription, { cancel_at_period_end: chance.isLucky(0.4) }),
  rename: ({ stripe }, chance, { id }) => stripe.customers.update(id, { name: `Ada ${chance.below(1000)}` }),
  changeCard: ({ stripe }, chance, { id }) => payWith(stripe, id, chance.pick(CARDS)),
  buyPack: async ({ stripe, pay }, chance, { id, orgId }) => {
    const order = await orderOf(stripe, id, orgId, 'credits_100', 'credits_100', 1 + chance.below(4))
    await pay(await stripe.checkout.sessions.create({ ...order, mode: 'payment' }))
  },
  refund: async ({ stripe }, chance, { id }) => {
    const { data } = await stripe.charges.list({ customer: id, limit: 20 })
    const charge = data.at(chance.below(data.length))
    const left = charge?.paid ? charge.amount - charge.amount_refunded : 0
    const amount = chance.isLucky(0.5) ? left : Math.ceil(left / 3)
    if (amount > 0) await stripe.refunds.create({ charge: charge?.id ?? '', amount })
  },
  end: ({ stripe }, _chance, { subscription }) => stripe.subscriptions.cancel(subscription),
} satisfies Record<string, Step>

const { end, ...lively } = STEPS
const LIVELY = Object.values(lively) as [Step, ...Step[]]

const { StripeCardError, StripeInvalidRequestError, StripeRateLimitError } = Stripe.errors
const REFUSALS = [StripeCardError, StripeInvalidRequestError, StripeRateLimitError]

/** One thing that a customer does. What Stripe refuses, such as a change of what has ended, is not done. */
export async function act(recorder: Recorder, chance: Chance, customer: Customer): Promise<void> {
  const step = chance.isLucky(0.03) ? end : chance.pick(LIVELY)
  try {
    await step(recorder, chance, customer)
  } catch (error) {
    const isRefused = REFUSALS.some((kind) => error instanceof kind)
    if (!isRefused) throw error
  }
}
