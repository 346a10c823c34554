import { createHash } from 'node:crypto'
import { inTransaction, type Db } from '@paidup/db'
import type { Told } from '../delivery/told.ts'
import { reasonOf } from '../errors.ts'
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
export function keepEvent(db: Db, told: Told | null, rawBody: Uint8Array, cause: unknown): Promise<boolean> {
  const eventId = told?.eventId ?? `sha256:${createHash('sha256').update(rawBody).digest('hex')}`
  const eventType = told?.type ?? 'unreadable'
  return inTransaction(db, async (tx) => {
    if (!(await claimEvent(tx, 'stripe', eventId, eventType))) return false
    await insertQuarantinedEvent(tx, { eventId, eventType, payload: rawBody, reason: reasonOf(cause) })
    if (told && isHandled(told) && isFetchable(told)) await enqueueFetch(tx, told)
    return true
  })
}
