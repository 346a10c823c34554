import { Prisma, type Db } from '@paidup/db'

export type QuarantinedEvent = { id: bigint; eventId: string; eventType: string }

/**
 * The quarantined events of Stripe's that are not resolved, the oldest first.
 * @param eventId only this one; all when it is not given
 */
export async function selectQuarantinedEvents(db: Db, eventId?: string): Promise<QuarantinedEvent[]> {
  const only = eventId === undefined ? Prisma.empty : Prisma.sql`AND event_id = ${eventId}`
  return db.$queryRaw<QuarantinedEvent[]>(Prisma.sql`
    SELECT id, event_id AS "eventId", event_type AS "eventType" FROM quarantined_events
    WHERE provider = 'stripe' AND resolved_at IS NULL ${only}
    ORDER BY id`)
}
