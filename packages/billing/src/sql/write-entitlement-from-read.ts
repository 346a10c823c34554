import type { Db } from '@paidup/db'
import type { EntitlementFields } from '../mapping/subscription.ts'
import type { Ticket } from './draw-ticket.ts'
import { columns, overwrite, recordOf, typedColumns } from './parts/entitlement-columns.ts'
import { instant } from './parts/instant.ts'

/**
 * Guard 3, the ticket: writes what Stripe answered, unless a later read has written (`read_ticket`), an event has moved
 * the mark since the ticket was drawn, or the row was read at a later second than the answer has: of two answers under
 * tickets in one order and of seconds in the other, neither is known to be the newer.
 *
 * The mark stays as it is: it belongs to events. `read_at` closes the row to payloads older than the answer.
 * @param readAt the second of the answer's `Date` header: Stripe's clock, never ours.
 * @returns whether the row was written.
 */
export async function writeEntitlementFromRead(
  db: Db,
  fields: EntitlementFields,
  ticket: Ticket,
  readAt: Date,
): Promise<boolean> {
  const written = await db.$queryRaw<{ id: bigint }[]>`
    INSERT INTO plan_entitlements AS row (${columns}, read_ticket, read_at)
    SELECT ${columns}, ${ticket.number}::bigint, ${instant(readAt)}
    FROM jsonb_to_record(${JSON.stringify(recordOf(fields))}::jsonb) AS record (${typedColumns})
    ON CONFLICT (stripe_subscription_id) DO UPDATE
    SET ${overwrite}, read_ticket = EXCLUDED.read_ticket, read_at = EXCLUDED.read_at
    WHERE (row.read_ticket IS NULL OR row.read_ticket < EXCLUDED.read_ticket)
      AND (row.read_at IS NULL OR row.read_at <= EXCLUDED.read_at)
      AND row.last_event_at IS NOT DISTINCT FROM ${instant(ticket.mark)}
    RETURNING id`
  return written.length === 1
}
