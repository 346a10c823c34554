import { Prisma, type Tx } from '@paidup/db'
import type { EntitlementFields } from '../mapping/subscription.ts'
import { CLAIM_WAIT } from './claim-event.ts'
import { claim, limited } from './parts/claim.ts'
import { columns, overwrite, recordOf, typedColumns } from './parts/entitlement-columns.ts'
import { link } from './parts/link.ts'
import { want } from './parts/want.ts'

/** What an event tells of a subscription. */
export type SubscriptionEvent = {
  eventId: string
  eventType: string
  /** `created` of the event. */
  at: Date
  livemode: boolean
  /** The org, where the subscription's metadata name it. */
  orgId: string | null
  fields: EntitlementFields
}

/** What became of one: `isOurs` where this transaction has claimed it, `isWritten` where it was newer than its row. */
export type WrittenEvent = { isOurs: boolean; isWritten: boolean }

/**
 * Claims events, links their customers, writes what they say, and wants their subscriptions read: all of it in one
 * statement, because most of what an event costs is its round trips. What is not claimed has no effect; what follows
 * depends on `ours` by its data.
 *
 * Guard 2, the mark: writes what an event says, unless the row already knows of that second or a later one, from an
 * event (`last_event_at`) or from a re-read (`read_at`). The comparison and the new mark are one statement: read,
 * compare and write apart would let two deliveries pass each other in between. `ON CONFLICT DO UPDATE` locks the row
 * even where its WHERE is false, so the mark that is read next in the same transaction is the one that decided here.
 *
 * Locks are taken in one order: claims, customers, subscriptions, reads, and each of them by id. (A WITH that writes
 * runs when its rows are asked for: `entitled` asks for all of `linked` first.)
 * @param events no event, subscription or customer twice
 * @param options `wait`: milliseconds for a lock. `isClaimed`: whether the caller holds the claims already
 * @returns one for each event, in the same order
 * @throws PostgreSQL 55P03 when a lock is held for too long, and whatever one of them is refused with: then none is done
 */
export async function writeSubscriptionEvents(
  tx: Tx,
  events: readonly SubscriptionEvent[],
  { wait = CLAIM_WAIT, isClaimed = false },
): Promise<WrittenEvent[]> {
  const records = JSON.stringify(
    events.map(({ eventId, eventType, at, livemode, orgId, fields }) => ({
      ...{ event_id: eventId, event_type: eventType, created: at, org_id: orgId, livemode },
      ...recordOf(fields),
    })),
  )
  const claimed = isClaimed
    ? Prisma.sql`SELECT event_id FROM told`
    : claim(Prisma.sql`SELECT 'stripe', event_id, event_type FROM told ORDER BY event_id`)
  const rows = await tx.$queryRaw<(WrittenEvent & { eventId: string })[]>(Prisma.sql`
    WITH limited AS MATERIALIZED (${limited(wait)}),
    told AS MATERIALIZED (
      SELECT record.* FROM limited, jsonb_to_recordset(${records}::jsonb) AS record (
        event_id text, event_type text, created timestamptz, org_id text, livemode boolean, ${typedColumns})),
    claimed AS (${claimed}),
    ours AS MATERIALIZED (SELECT told.* FROM told JOIN claimed USING (event_id)),
    linked AS (${link(Prisma.sql`
      SELECT stripe_customer_id, org_id, livemode, true FROM ours
      WHERE org_id IS NOT NULL ORDER BY stripe_customer_id`)} RETURNING stripe_customer_id),
    entitled AS (
      INSERT INTO plan_entitlements AS row (${columns}, last_event_at)
      SELECT ${columns}, created FROM ours, (SELECT count(*) FROM linked) AS first
      ORDER BY stripe_subscription_id
      ON CONFLICT (stripe_subscription_id) DO UPDATE SET ${overwrite}, last_event_at = EXCLUDED.last_event_at
      WHERE (row.last_event_at IS NULL OR row.last_event_at < EXCLUDED.last_event_at)
        AND (row.read_at IS NULL OR row.read_at < EXCLUDED.last_event_at)
      RETURNING stripe_subscription_id),
    ended AS MATERIALIZED (
      SELECT event_id, stripe_subscription_id, entitled.stripe_subscription_id IS NOT NULL AS is_written
      FROM ours LEFT JOIN entitled USING (stripe_subscription_id)),
    wanted AS (${want(Prisma.sql`
      (SELECT 'subscription' AS kind, stripe_subscription_id AS object_id, NOT is_written AS is_urgent
       FROM ended) AS wishes`)})
    SELECT event_id AS "eventId", ended.event_id IS NOT NULL AS "isOurs",
           COALESCE(is_written, false) AS "isWritten"
    FROM told LEFT JOIN ended USING (event_id)`)
  const byId = new Map(rows.map((row) => [row.eventId, row]))
  return events.map(({ eventId }) => byId.get(eventId) ?? { isOurs: false, isWritten: false })
}
