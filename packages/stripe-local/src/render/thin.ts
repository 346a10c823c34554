import type { EventRow } from '../core/rows.ts'

/** Where each object type is read from; types that are not here have the plural of their name. */
const paths: Record<string, string> = {
  'checkout.session': 'checkout/sessions',
  'billing_portal.session': 'billing_portal/sessions',
  'test_helpers.test_clock': 'test_helpers/test_clocks',
  invoiceitem: 'invoiceitems',
}

/** The event as a notification: what happened and to which object, without the object itself. */
export function thinEvent(event: EventRow): object {
  const { id, object } = event.data.object
  return {
    id: event.id,
    object: 'v2.core.event',
    type: `v1.${event.type}`,
    created: new Date(event.created * 1000).toISOString(),
    livemode: false,
    context: null,
    reason: event.request?.id
      ? {
          type: 'request',
          request: { id: event.request.id, idempotency_key: event.request.idempotency_key ?? '' },
        }
      : null,
    related_object: { id, type: object, url: `/v1/${paths[object] ?? `${object}s`}/${id}` },
  }
}
