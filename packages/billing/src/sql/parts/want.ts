import { Prisma } from '@paidup/db'

/** Seconds that the first event of a burst waits, so that the burst is one read. */
const SETTLE_SECONDS = 2

/**
 * Wants objects read, in the transaction of the event, so that the wish exists exactly when the event does. It counts
 * up what is wanted, and the earliest time stands: no later event pushes a read back. A read that is under way does
 * not see this event, and finds when it ends that more was wanted.
 *
 * A row and no job: nothing is matched against what runs, nothing is notified. A NOTIFY makes all commits of a cluster
 * go one after the other (PostgreSQL, `PreCommit_Notify`: one lock, held until the commit is flushed).
 * @param wishes what stands behind FROM: a relation of `kind`, `object_id` and `is_urgent`, each object once
 */
export function want(wishes: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO reads AS read (kind, object_id, wanted, due_at, is_urgent)
    SELECT kind, object_id, 1,
           now() + make_interval(secs => CASE WHEN is_urgent THEN 0 ELSE ${SETTLE_SECONDS}::int END), is_urgent
    FROM ${wishes} ORDER BY kind, object_id
    ON CONFLICT (kind, object_id) DO UPDATE SET
      wanted = read.wanted + 1,
      due_at = LEAST(read.due_at, EXCLUDED.due_at),
      is_urgent = read.is_urgent OR EXCLUDED.is_urgent`
}
