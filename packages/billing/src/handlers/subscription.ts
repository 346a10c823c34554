import type { Tx } from '@paidup/db'
import type Stripe from 'stripe'
import { isKnownApiVersion } from '../api-version.ts'
import { entitlementFrom, instantFrom, subscriptionIdFrom } from '../mapping.ts'
import type { Handled } from '../outcome.ts'
import { enqueueReread } from '../sql/enqueue-reread.ts'
import { insertStaleEvent } from '../sql/insert-stale-event.ts'
import { selectEntitlementMark } from '../sql/select-entitlement-mark.ts'
import { writeEntitlementFromEvent } from '../sql/write-entitlement-from-event.ts'

type SubscriptionEvent = Extract<Stripe.Event, { type: `customer.subscription.${string}` }>

/**
 * Writes what the event says where it is newer than the row, and has Stripe asked in any case: at once where
 * the payload could not decide, being of the same second as the row or older. A payload of an API version whose
 * shape we do not know is not read at all; the re-read alone, in our own version, is its effect.
 */
export async function applySubscription(tx: Tx, event: SubscriptionEvent): Promise<Handled> {
  const isReadable = isKnownApiVersion(event.api_version)
  const handled: Handled = isReadable ? await writePayload(tx, event) : { outcome: 'processed' }
  const isDecided = isReadable && handled.outcome === 'processed'
  await enqueueReread(tx, subscriptionIdFrom(event.data.object), isDecided ? 'settled' : 'at_once')
  return handled
}

async function writePayload(tx: Tx, event: SubscriptionEvent): Promise<Handled> {
  const fields = entitlementFrom(event.data.object)
  const created = instantFrom(event.created)
  if (await writeEntitlementFromEvent(tx, fields, created)) return { outcome: 'processed' }
  const mark = await selectEntitlementMark(tx, fields.stripeSubscriptionId)
  if (mark.getTime() === created.getTime()) return { outcome: 'tied' }
  const stale = {
    eventId: event.id,
    eventType: event.type,
    objectId: fields.stripeSubscriptionId,
    created,
    mark,
  }
  await insertStaleEvent(tx, stale)
  return { outcome: 'stale', mark }
}
