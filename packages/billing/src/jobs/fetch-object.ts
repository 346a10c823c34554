import { inTransaction } from '@paidup/db'
import type Stripe from 'stripe'
import type { JobDeps } from '../deps.ts'
import { dispatch, isHandled } from '../handlers.ts'
import { API_VERSION } from '../stripe.ts'
import type { FetchableObject, FetchRequest } from './enqueue.ts'
import { retrieved } from './retrieve.ts'

const FETCHES = {
  'checkout.session': (stripe, id) => stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] }),
  customer: (stripe, id) => stripe.customers.retrieve(id),
  invoice: (stripe, id) =>
    stripe.invoices.retrieve(id, { expand: ['payments', 'lines.data.pricing.price_details.price'] }),
  invoice_payment: (stripe, id) => stripe.invoicePayments.retrieve(id),
  charge: (stripe, id) => stripe.charges.retrieve(id),
  refund: (stripe, id) => stripe.refunds.retrieve(id),
  dispute: (stripe, id) => stripe.disputes.retrieve(id),
} as const satisfies Record<FetchableObject, (stripe: Stripe, id: string) => Promise<object>>

/**
 * Runs the handler of an event on its object as Stripe has it now. The event was claimed when this was enqueued;
 * facts have keys and states only move forward, so a second run changes nothing.
 * @throws what Stripe or the database threw; the job then runs again.
 */
export async function fetchObject({ db, stripe, log }: JobDeps, request: FetchRequest): Promise<void> {
  const child = log.child({ seam: 'job.fetch_object', eventId: request.eventId, object: request.objectId })
  const object = await retrieved<object>(FETCHES[request.object](stripe, request.objectId))
  if (!object) {
    child.error({ outcome: 'missing' }, 'Stripe knows no such object; the event has no effect')
    return
  }
  const event = {
    id: request.eventId,
    object: 'event',
    type: request.type,
    created: request.created,
    livemode: request.livemode,
    api_version: API_VERSION,
    data: { object },
  } as unknown as Stripe.Event
  if (!isHandled(event)) return
  await inTransaction(db, (tx) => dispatch(tx, event))
  child.info({ outcome: 'written', type: request.type }, 'fetched the object of an event')
}
