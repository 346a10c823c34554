import { createStripe } from '@paidup/billing'

const base = `http://127.0.0.1:${process.env['E2E_STRIPE_LOCAL_PORT'] ?? '12112'}`

/** The real SDK on the Local Stripe of the product under test. */
export const stripe = createStripe({ secretKey: 'sk_test_local', apiBase: base })

/** Local Stripe's delivery, as it is from now on. What is left out is as usual: at once, in order, once. */
export async function setDelivery(behaviour: Record<string, unknown>): Promise<void> {
  await post('/_local/delivery', behaviour)
}

/** Delivers what was held back. */
export async function releaseHeld(): Promise<void> {
  await post('/_local/release', {})
}

/** What the bank says about a debit under way. */
export async function settleDebit(paymentIntent: string, pays: boolean): Promise<void> {
  await post('/_local/settle', { payment_intent: paymentIntent, pays })
}

/** The one customer with that address, and its subscriptions, whatever their status. */
export async function customerOf(email: string) {
  const { data: customers } = await stripe.customers.list({ email })
  const customer = customers[0]?.id ?? ''
  const { data: subscriptions } = await stripe.subscriptions.list({ customer, status: 'all' })
  return { customer, subscriptions }
}

/** From now on what the customer owes is charged to a card that the bank declines. */
export async function giveDecliningCard(email: string): Promise<void> {
  const { customer, subscriptions } = await customerOf(email)
  const card = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  for (const { id } of subscriptions)
    await stripe.subscriptions.update(id, { default_payment_method: card.id })
}

type Delivery = { event: string; attempts: { answer: string }[] }

/** What the product answered to each delivery of an event, in order. */
export async function answersTo(eventId: string): Promise<string[]> {
  const response = await fetch(`${base}/_local/deliveries`)
  const { data } = (await response.json()) as { data: Delivery[] }
  return data
    .filter(({ event }) => event === eventId)
    .flatMap(({ attempts }) => attempts.map(({ answer }) => answer))
}

async function post(path: string, body: object): Promise<void> {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`Local Stripe refused ${path}: ${await response.text()}`)
}
