import type { Tx } from '@paidup/db'
import type Stripe from 'stripe'
import { enqueueReread } from '../queue/enqueue.ts'
import { instantFrom } from '../stripe/shape.ts'
import { entitlementFrom, subscriptionOwnerFrom } from '../mapping/subscription.ts'
import type { Handled } from '../delivery/outcome.ts'
import { insertStaleEvent } from '../sql/insert-stale-event.ts'
import { linkCustomer } from '../sql/link-customer.ts'
import { selectEntitlementMark } from '../sql/select-entitlement-mark.ts'
import { writeEntitlementFromEvent } from '../sql/write-entitlement-from-event.ts'

type SubscriptionEvent = Extract<Stripe.Event, { type: `customer.subscription.${string}` }>

/**
 * Writes what the event says where it is newer than the row, and has Stripe asked in any case: at once where
 * the payload could not decide, being of the same second as the row or older.
 */
export async function applySubscription(tx: Tx, event: SubscriptionEvent): Promise<Handled> {
  const fields = entitlementFrom(event.data.object)
  const { stripeCustomerId, orgId } = subscriptionOwnerFrom(event.data.object)
  if (orgId) await linkCustomer(tx, { stripeCustomerId, orgId, livemode: event.livemode, isCertain: true })
  const created = instantFrom(event.created)
  const isWritten = await writeEntitlementFromEvent(tx, fields, created)
  await enqueueReread(tx, fields.stripeSubscriptionId, isWritten ? 'settled' : 'at_once')
  if (isWritten) return { outcome: 'processed' }

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
