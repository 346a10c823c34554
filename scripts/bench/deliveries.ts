import { readFileSync } from 'node:fs'
import path from 'node:path'
import Stripe from 'stripe'
import { root } from '../root.ts'

export const SECRET = 'whsec_of_the_bench'

export type Delivery = { body: string; signature: string }

/** `processed`: a change of a subscription that is new each time. `ignored`: of a type that has no handler. */
export type DeliveryKind = 'processed' | 'ignored'

const recorded = readFileSync(
  path.join(root, 'packages/billing/src/fixtures/customer.subscription.updated.json'),
  'utf8',
)

/**
 * Deliveries as Stripe sends them, signed beforehand: good for five minutes.
 * @param prefix of their ids. The same one again makes the same events, which are then duplicates.
 */
export function deliveries(kind: DeliveryKind, prefix: string, count: number): Delivery[] {
  return Array.from({ length: count }, (_, n) => {
    const body = eventOf(kind, `${prefix}_${n}`)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: SECRET })
    return { body, signature }
  })
}

function eventOf(kind: DeliveryKind, id: string): string {
  // Every event has a subscription, a customer and an organization of its own.
  const event = recorded
    .replaceAll(/(sub|evt|cus)_1?Pd0\w+/g, `$1_bench_${id}`)
    .replaceAll('org_fixture', `org_bench_${id}`)
  return kind === 'processed' ? event : event.replace('"customer.subscription.updated"', '"price.created"')
}
