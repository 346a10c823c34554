import { createHash } from 'node:crypto'
import { inTransaction, type Db } from '@paidup/db'
import type Stripe from 'stripe'
import { UnexpectedShape } from './errors.ts'
import { claimEvent } from './sql/claim-event.ts'
import { insertQuarantinedEvent } from './sql/insert-quarantined-event.ts'

/**
 * Keeps a verified event that can never be processed as it is. It is claimed in the same transaction, so that
 * Stripe's repetitions do not pile up. A body that has no event id is known by its hash.
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
    return true
  })
}

/** Why an event was quarantined, without anything that was in it. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof UnexpectedShape) return cause.message
  return cause instanceof SyntaxError ? 'The body is not JSON.' : 'The database refused the data.'
}
