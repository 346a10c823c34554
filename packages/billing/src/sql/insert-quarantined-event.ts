import type { Tx } from '@paidup/db'

export type QuarantinedEventFields = {
  eventId: string
  eventType: string
  payload: Uint8Array
  reason: string
}

/**
 * Keeps an event of Stripe's that can't be processed as it is: byte for byte as it was delivered, or, where its object
 * was read from Stripe, with that object. It is here already when it was resent
 * after the ledger was swept: then nothing is to be done.
 */
export async function insertQuarantinedEvent(tx: Tx, event: QuarantinedEventFields): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO quarantined_events (provider, event_id, event_type, payload, reason)
    VALUES ('stripe', ${event.eventId}, ${event.eventType}, ${event.payload}, ${event.reason})
    ON CONFLICT (provider, event_id) DO NOTHING`
}
