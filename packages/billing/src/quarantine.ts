import { createHash } from 'node:crypto'
import { inTransaction, type Db } from '@paidup/db'
import type Stripe from 'stripe'
import { UnexpectedShape } from './errors.ts'
import { subscriptionIdFrom } from './mapping.ts'
import { claimEvent } from './sql/claim-event.ts'
import { enqueueReread } from './sql/enqueue-reread.ts'
import { insertQuarantinedEvent } from './sql/insert-quarantined-event.ts'

/**
 * Keeps a verified event that can never be processed as it is. It is claimed in the same transaction, so that
 * Stripe's repetitions do not pile up. A body that has no event id is known by its hash. Where it is about a
 * subscription, the re-read still finds out what the payload could not say.
 * @returns false when another delivery of the event holds the claim.
 */
export function quarantine(
  db: Db,
  event: Stripe.Event | null,
  rawBody: Uint8Array,
  cause: unknown,
): Promise<boolean> {
  const eventId = event?.id ?? `sha256:${createHash('sha256').update(rawBody).digest('hex')}`
  const eventType = event?.type ?? 'unreadable'
  return inTransaction(db, async (tx) => {
    if (!(await claimEvent(tx, 'stripe', eventId, eventType))) return false
    await insertQuarantinedEvent(tx, { eventId, eventType, payload: rawBody, reason: reasonOf(cause) })
    const subscription = event && subscriptionOf(event)
    if (subscription) await enqueueReread(tx, subscription, 'at_once')
    return true
  })
}

/** The subscription that a broken event is about, as far as it can be told. */
function subscriptionOf(event: Stripe.Event): string | null {
  if (!event.type.startsWith('customer.subscription.')) return null
  try {
    return subscriptionIdFrom(event.data.object)
  } catch {
    return null
  }
}

/** Why an event was quarantined, without anything that was in it. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof UnexpectedShape) return cause.message
  return cause instanceof SyntaxError ? 'The body is not JSON.' : 'The database refused the data.'
}
