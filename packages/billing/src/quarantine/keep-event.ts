import { createHash } from 'node:crypto'
import { inTransaction, type Db } from '@paidup/db'
import type Stripe from 'stripe'
import { isDataFault, UnexpectedShape } from '../errors.ts'
import { isHandled } from '../handlers.ts'
import { enqueueFetch, isFetchable } from '../queue/enqueue.ts'
import { claimEvent } from '../sql/claim-event.ts'
import { insertQuarantinedEvent } from '../sql/insert-quarantined-event.ts'

/**
 * Keeps a verified event that can never be processed as it is. It is claimed in the same transaction, so that
 * Stripe's repetitions do not pile up. A body that has no event id is known by its hash. Where it tells which object
 * it is about, Stripe is asked for what the payload could not say.
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
    if (event && isHandled(event) && isFetchable(event)) await enqueueFetch(tx, event)
    return true
  })
}

/** Whether what is wrong is in the event itself, so that it will be refused for ever. */
export function canNeverSucceed(error: unknown): boolean {
  return error instanceof UnexpectedShape || error instanceof SyntaxError || isDataFault(error)
}

/** Why an event was quarantined, without anything that was in it. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof UnexpectedShape) return cause.message
  return cause instanceof SyntaxError ? 'The body is not JSON.' : 'The database refused the data.'
}
