import type { Tx } from '@paidup/db'
import type Stripe from 'stripe'
import { subscriptionFrom } from '../mapping/subscription.ts'
import type { Handled } from '../delivery/outcome.ts'
import type { Told } from '../delivery/told.ts'
import { insertStaleEvent } from '../sql/insert-stale-event.ts'
import { selectEntitlementMark } from '../sql/select-entitlement-mark.ts'
import {
  writeSubscriptionEvents,
  type SubscriptionEvent,
  type WrittenEvent,
} from '../sql/write-subscription-events.ts'

type SubscriptionEventType = Extract<Stripe.Event['type'], `customer.subscription.${string}`>

/**
 * Writes what an event says of a subscription where it is newer than the row, and has Stripe asked in any case: at once
 * where the payload could not decide, being of the same second as the row or older.
 */
export async function applySubscription(tx: Tx, told: Told<SubscriptionEventType>): Promise<Handled> {
  const event = subscriptionEventFrom(told)
  const [written] = await writeSubscriptionEvents(tx, [event], { isClaimed: true })
  if (!written) throw new Error(`Nothing was said of ${event.eventId}`)
  return endOf(tx, event, written)
}

/**
 * Claims events of subscriptions and applies them, all in the transaction that is given, or none.
 * @param events no event, subscription or customer twice
 * @param wait milliseconds for a lock
 * @returns how each ended, in the same order
 */
export async function claimAndApplySubscriptions(
  tx: Tx,
  events: readonly SubscriptionEvent[],
  wait: number,
): Promise<(Handled | { outcome: 'duplicate' })[]> {
  const written = await writeSubscriptionEvents(tx, events, { wait })
  const ends: (Handled | { outcome: 'duplicate' })[] = []
  for (const [index, event] of events.entries()) {
    const one = written[index]
    ends.push(one?.isOurs ? await endOf(tx, event, one) : { outcome: 'duplicate' })
  }
  return ends
}

/** What a subscription's event says. @throws UnexpectedShape */
export function subscriptionEventFrom(told: Told): SubscriptionEvent {
  const { owner, fields } = subscriptionFrom(told.object)
  const { eventId, type: eventType, at, livemode } = told
  return { eventId, eventType, at, livemode, orgId: owner.orgId, fields }
}

/** Tells a tie from what is older, which is recorded with the mark that it lost to. */
async function endOf(tx: Tx, event: SubscriptionEvent, { isWritten }: WrittenEvent): Promise<Handled> {
  if (isWritten) return { outcome: 'processed' }
  const { eventId, eventType, at } = event
  const objectId = event.fields.stripeSubscriptionId
  const mark = await selectEntitlementMark(tx, objectId)
  if (mark.getTime() === at.getTime()) return { outcome: 'tied' }
  await insertStaleEvent(tx, { eventId, eventType, objectId, created: at, mark })
  return { outcome: 'stale', mark }
}
