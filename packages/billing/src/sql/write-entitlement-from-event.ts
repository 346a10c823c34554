import type { Tx } from '@paidup/db'
import type { EntitlementFields } from '../mapping/subscription.ts'
import { columns, overwrite, valuesOf } from './parts/entitlement-columns.ts'
import { instant } from './parts/instant.ts'

/**
 * Guard 2, the mark: writes what an event says, unless the row already knows of that second or a later one,
 * from an event (`last_event_at`) or from a re-read (`read_at`). The comparison and the new mark are one
 * statement: read, compare and write apart would let two deliveries pass each other in between.
 *
 * `ON CONFLICT DO UPDATE` locks the row even where its WHERE is false, so the mark that is read next in the
 * same transaction is the one that decided here.
 * @returns whether the row was written.
 */
export async function writeEntitlementFromEvent(
  tx: Tx,
  fields: EntitlementFields,
  created: Date,
): Promise<boolean> {
  const written = await tx.$queryRaw<{ id: bigint }[]>`
    INSERT INTO plan_entitlements AS row (${columns}, last_event_at)
    VALUES (${valuesOf(fields)}, ${instant(created)})
    ON CONFLICT (stripe_subscription_id) DO UPDATE SET ${overwrite}, last_event_at = EXCLUDED.last_event_at
    WHERE (row.last_event_at IS NULL OR row.last_event_at < EXCLUDED.last_event_at)
      AND (row.read_at IS NULL OR row.read_at < EXCLUDED.last_event_at)
    RETURNING id`
  return written.length === 1
}
