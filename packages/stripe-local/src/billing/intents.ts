import { create } from '../core/events.ts'
import type { PaymentIntentRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { type IntentWishes, paymentIntentFrom } from '../objects/payment-intent.ts'

/** Stores a new payment intent, waiting for a method, and tells that it was created. */
export function createIntent(world: World, wanted: IntentWishes): PaymentIntentRow {
  return create(world, 'payment_intent', paymentIntentFrom(world, wanted), 'payment_intent.created')
}
