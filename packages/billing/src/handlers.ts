import type { Tx } from '@paidup/db'
import type Stripe from 'stripe'
import { isKnownApiVersion } from './stripe/api-version.ts'
import { recordCheckout } from './handlers/checkout.ts'
import { applyCustomer } from './handlers/customer.ts'
import { recordDispute } from './handlers/dispute.ts'
import { linkInvoicePayment, recordInvoice } from './handlers/invoice.ts'
import { recordChargeRefunded, recordRefund } from './handlers/refund.ts'
import { applySubscription } from './handlers/subscription.ts'
import { enqueueFetch } from './queue/enqueue.ts'
import type { Handled } from './delivery/outcome.ts'
import type { Told } from './delivery/told.ts'

type Handlers = { [T in Stripe.Event['type']]?: (tx: Tx, told: Told<T>) => Promise<Handled> }

/** Every event that Paidup handles. Adding one is a line here, a pure function in mapping/ and a fixture. */
export const handlers = {
  'checkout.session.completed': recordCheckout,
  'checkout.session.async_payment_succeeded': recordCheckout,
  'checkout.session.async_payment_failed': recordCheckout,
  'checkout.session.expired': recordCheckout,
  'customer.created': applyCustomer,
  'customer.updated': applyCustomer,
  'customer.deleted': applyCustomer,
  'customer.subscription.created': applySubscription,
  'customer.subscription.updated': applySubscription,
  'customer.subscription.deleted': applySubscription,
  'customer.subscription.paused': applySubscription,
  'customer.subscription.resumed': applySubscription,
  'customer.subscription.trial_will_end': applySubscription,
  'customer.subscription.pending_update_applied': applySubscription,
  'customer.subscription.pending_update_expired': applySubscription,
  'invoice.paid': recordInvoice,
  'invoice.payment_failed': recordInvoice,
  'invoice.payment_action_required': recordInvoice,
  'invoice.voided': recordInvoice,
  'invoice.marked_uncollectible': recordInvoice,
  'invoice_payment.paid': linkInvoicePayment,
  'charge.refunded': recordChargeRefunded,
  'charge.refund.updated': recordRefund,
  'refund.created': recordRefund,
  'refund.updated': recordRefund,
  'refund.failed': recordRefund,
  'charge.dispute.created': recordDispute,
  'charge.dispute.updated': recordDispute,
  'charge.dispute.closed': recordDispute,
} satisfies Handlers

export type HandledType = keyof typeof handlers

/** What the endpoint must subscribe to. */
export const handledTypes = Object.keys(handlers) as HandledType[]

export function isHandled(told: Told): told is Told<HandledType> {
  return Object.hasOwn(handlers, told.type)
}

/** Whether it is about a subscription, in a shape that we know. */
export function isSubscriptionEvent(told: Told<HandledType>): boolean {
  return isKnownApiVersion(told.apiVersion) && handlers[told.type] === applySubscription
}

/**
 * Runs the handler of what was told, for an event inside the transaction that claimed it. A payload of an API version
 * whose shape we do not know, or of a thin event, which has none, is not read at all: what Stripe answers, in our own
 * version, is its effect.
 * @throws UnexpectedShape
 */
export async function dispatch(tx: Tx, told: Told<HandledType>): Promise<Handled> {
  if (!isKnownApiVersion(told.apiVersion)) {
    await enqueueFetch(tx, told)
    return { outcome: 'processed' }
  }
  // TypeScript can't see that a handler and what it takes belong together once both are looked up by type.
  const handle = handlers[told.type] as (tx: Tx, told: Told<HandledType>) => Promise<Handled>
  return handle(tx, told)
}
