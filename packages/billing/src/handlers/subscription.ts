import type { Tx } from '@paidup/db'
import type Stripe from 'stripe'
import { wantReread } from '../queue/enqueue.ts'
import { subscriptionFrom } from '../mapping/subscription.ts'
import type { Handled } from '../delivery/outcome.ts'
import type { Told } from '../delivery/told.ts'
import { insertStaleEvent } from '../sql/insert-stale-event.ts'
import { linkCustomer } from '../sql/link-customer.ts'
import { selectEntitlementMark } from '../sql/select-entitlement-mark.ts'
import { writeEntitlementFromEvent } from '../sql/write-entitlement-from-event.ts'

type SubscriptionEvent = Extract<Stripe.Event['type'], `customer.subscription.${string}`>

/**
 * Writes what an event says of a subscription where it is newer than the row, and has Stripe asked in any case: at once where
 * the payload could not decide, being of the same second as the row or older.
 */
export async function applySubscription(tx: Tx, told: Told<SubscriptionEvent>): Promise<Handled> {
  const { owner, fields } = subscriptionFrom(told.object)
  const { stripeCustomerId, orgId } = owner
  if (orgId) await linkCustomer(tx, { stripeCustomerId, orgId, livemode: told.livemode, isCertain: true })
  const isWritten = await writeEntitlementFromEvent(tx, fields, told.at)
  await wantReread(tx, fields.stripeSubscriptionId, isWritten ? 'settled' : 'at_once')
  if (isWritten) return { outcome: 'processed' }

  const mark = await selectEntitlementMark(tx, fields.stripeSubscriptionId)
  if (mark.getTime() === told.at.getTime()) return { outcome: 'tied' }
  const stale = {
    eventId: told.eventId,
    eventType: told.type,
    objectId: fields.stripeSubscriptionId,
    created: told.at,
    mark,
  }
  await insertStaleEvent(tx, stale)
  return { outcome: 'stale', mark }
}
