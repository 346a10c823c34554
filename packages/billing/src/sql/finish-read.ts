import type { Db } from '@paidup/db'
import type { Lease } from './lease-due-reads.ts'

/**
 * Notes that a read ended well. Where more was wanted since it was leased, it stays due at the time that was then set:
 * the answer may be older than what was told meanwhile.
 */
export async function finishRead(db: Db, { kind, objectId, wanted }: Lease): Promise<void> {
  await db.$executeRaw`
    UPDATE reads SET
      due_at = CASE WHEN wanted <> ${wanted}::bigint THEN due_at END,
      is_urgent = is_urgent AND wanted <> ${wanted}::bigint,
      attempts = 0,
      last_error = NULL
    WHERE kind = ${kind} AND object_id = ${objectId}`
}
