import type { Tx } from '@paidup/db'
import type Stripe from 'stripe'
import { recordCheckout } from './handlers/checkout.ts'
import { applySubscription } from './handlers/subscription.ts'
import type { Handled } from './outcome.ts'

type EventType = Stripe.Event['type']
type Handlers = {
  [T in EventType]?: (tx: Tx, event: Extract<Stripe.Event, { type: T }>) => Promise<Handled>
}

/** Every event that Paidup handles. Adding one is a line here, a pure function in mapping.ts and a fixture. */
export const handlers = {
  'checkout.session.completed': recordCheckout,
  'checkout.session.async_payment_succeeded': recordCheckout,
  'checkout.session.async_payment_failed': recordCheckout,
  'checkout.session.expired': recordCheckout,
  'customer.subscription.created': applySubscription,
  'customer.subscription.updated': applySubscription,
  'customer.subscription.deleted': applySubscription,
  'customer.subscription.paused': applySubscription,
  'customer.subscription.resumed': applySubscription,
  'customer.subscription.trial_will_end': applySubscription,
} satisfies Handlers

export type HandledType = keyof typeof handlers
export type HandledEvent = Extract<Stripe.Event, { type: HandledType }>

/** What the endpoint must subscribe to. */
export const handledTypes = Object.keys(handlers) as HandledType[]

export function isHandled(event: Stripe.Event): event is HandledEvent {
  return Object.hasOwn(handlers, event.type)
}

/** Runs the handler of an event inside the transaction that claimed it. */
export function dispatch(tx: Tx, event: HandledEvent): Promise<Handled> {
  // TypeScript can't see that a handler and its event belong together once both are looked up by type.
  const handler = handlers[event.type] as (tx: Tx, event: HandledEvent) => Promise<Handled>
  return handler(tx, event)
}
