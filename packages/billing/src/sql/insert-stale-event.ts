import type { Tx } from '@paidup/db'
import { instant } from './parts/instant.ts'

export type StaleEventFields = {
  eventId: string
  eventType: string
  objectId: string
  created: Date
  mark: Date
}

/** Records an event of Stripe's that lost to its row's mark. Commits with the claim, so once per event. */
export async function insertStaleEvent(tx: Tx, event: StaleEventFields): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO stale_events (provider, event_id, event_type, object_id, event_created, mark)
    VALUES ('stripe', ${event.eventId}, ${event.eventType}, ${event.objectId},
            ${instant(event.created)}, ${instant(event.mark)})`
}
