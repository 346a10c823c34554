import type { Tx } from '@paidup/db'

/** Marks a quarantined event of Stripe's as processed after all; there may be none. */
export async function resolveQuarantinedEvent(tx: Tx, eventId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE quarantined_events SET resolved_at = now()
    WHERE provider = 'stripe' AND event_id = ${eventId} AND resolved_at IS NULL`
}
