import { inTransaction } from '@paidup/db'
import type Stripe from 'stripe'
import { bodyOf } from '../delivery/event.ts'
import type { Told } from '../delivery/told.ts'
import type { JobDeps } from '../deps.ts'
import { canNeverSucceed, reasonOf } from '../errors.ts'
import { dispatch, isHandled } from '../handlers.ts'
import { insertQuarantinedEvent } from '../sql/insert-quarantined-event.ts'
import { resolveQuarantinedEvent } from '../sql/resolve-quarantined-event.ts'
import { API_VERSION } from '../stripe/client.ts'
import { instantFrom } from '../stripe/shape.ts'
import type { FetchableObject, FetchRequest } from '../queue/enqueue.ts'
import { retrieved } from '../stripe/retrieved.ts'

const FETCHES = {
  'checkout.session': (stripe, id) => stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] }),
  customer: (stripe, id) => stripe.customers.retrieve(id),
  invoice: wholeInvoice,
  invoice_payment: (stripe, id) => stripe.invoicePayments.retrieve(id),
  charge: (stripe, id) => stripe.charges.retrieve(id),
  refund: (stripe, id) => stripe.refunds.retrieve(id),
  dispute: (stripe, id) => stripe.disputes.retrieve(id),
} as const satisfies Record<FetchableObject, (stripe: Stripe, id: string) => Promise<object>>

/**
 * An invoice with all its lines and their prices. The lines come by themselves: an invoice has ten of them at most,
 * and from it their prices are five levels away, of which Stripe expands four (docs.stripe.com/api/expanding_objects).
 */
async function wholeInvoice(stripe: Stripe, id: string): Promise<object> {
  const invoice = await stripe.invoices.retrieve(id, { expand: ['payments'] })
  const lines = await stripe.invoices
    .listLineItems(id, { limit: 100, expand: ['data.pricing.price_details.price'] })
    .autoPagingToArray({ limit: 10_000 })
  return { ...invoice, lines: { data: lines, has_more: false } }
}

/**
 * Runs the handler of an event on its object as Stripe has it now. The event was claimed when this was enqueued;
 * facts have keys and states only move forward, so a second run changes nothing. An object that can't be read either
 * is quarantined with its event.
 * @throws what Stripe or the database threw; the job then runs again.
 */
export async function fetchObject({ db, stripe, log }: JobDeps, request: FetchRequest): Promise<void> {
  const child = log.child({ seam: 'job.fetch_object', eventId: request.eventId, object: request.objectId })
  const object = await retrieved<object>(FETCHES[request.object](stripe, request.objectId))
  if (!object) {
    child.error({ outcome: 'missing' }, 'Stripe knows no such object; the event has no effect')
    return
  }
  const told = toldByRead(request, object)
  if (!isHandled(told)) return
  try {
    await inTransaction(db, async (tx) => {
      await dispatch(tx, told)
      await resolveQuarantinedEvent(tx, told.eventId)
    })
    child.info({ outcome: 'written', type: request.type }, 'fetched the object of an event')
  } catch (error) {
    if (!canNeverSucceed(error)) throw error
    // The event was claimed already; it is kept with the object that could not be read, unless it is kept already.
    const payload = Buffer.from(bodyOf(told))
    const kept = { eventId: told.eventId, eventType: told.type, payload, reason: reasonOf(error) }
    await inTransaction(db, (tx) => insertQuarantinedEvent(tx, kept))
    child.error({ outcome: 'quarantined', type: request.type, reason: reasonOf(error) }, 'event quarantined')
  }
}

/** What an event told, with its object as Stripe has it now. */
function toldByRead({ eventId, type, created, livemode }: FetchRequest, object: object): Told {
  return {
    type,
    object,
    apiVersion: API_VERSION,
    eventId,
    livemode,
    account: null,
    at: instantFrom(created),
    isRead: true,
  }
}
