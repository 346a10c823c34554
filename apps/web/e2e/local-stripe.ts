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
