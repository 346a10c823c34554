import type { Db } from '@paidup/db'
import type { Lease } from './lease-due-reads.ts'

/** Seconds between two tries at most. */
const LONGEST_PAUSE = 900

/**
 * Has a read done again that did not end well: after a pause that doubles with each try, up to a quarter of an hour, and
 * is drawn by lot, so that a fault of Stripe's does not bring all of them back at once. What an event wanted meanwhile
 * comes earlier. It is never given up.
 * @param error what it failed with; null where it only came too late
 */
export async function postponeRead(db: Db, lease: Lease, error: string | null): Promise<void> {
  const { kind, objectId, wanted, attempts } = lease
  const pause = Math.min(2 ** Math.min(attempts - 1, 10), LONGEST_PAUSE) * (0.5 + Math.random() / 2)
  await db.$executeRaw`
    UPDATE reads SET
      due_at = LEAST(CASE WHEN wanted <> ${wanted}::bigint THEN due_at END, now() + make_interval(secs => ${pause}::float8)),
      last_error = ${error}
    WHERE kind = ${kind} AND object_id = ${objectId}`
}
