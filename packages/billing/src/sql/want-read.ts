import type { Tx } from '@paidup/db'

/** What of Stripe's can be read by kind and id. */
export type ReadKind = 'subscription'

export type WantedRead = {
  kind: ReadKind
  objectId: string
  /** `settled` waits a little, for the burst that this may be part of; `at_once` is for a payload that could not decide. */
  when: 'settled' | 'at_once'
}

/** Seconds that the first event of a burst waits, so that the burst is one read. */
const SETTLE_SECONDS = 2

/**
 * Wants an object read, in the transaction of the event, so that the wish exists exactly when the event does. It counts
 * up what is wanted, and the earliest time stands: no later event pushes a read back. A read that is under way does
 * not see this event, and finds when it ends that more was wanted.
 *
 * A row and no job: nothing is matched against what runs, nothing is notified. A NOTIFY makes all commits of a cluster
 * go one after the other (PostgreSQL, `PreCommit_Notify`: one lock, held until the commit is flushed).
 */
export async function wantRead(tx: Tx, { kind, objectId, when }: WantedRead): Promise<void> {
  const delay = when === 'settled' ? SETTLE_SECONDS : 0
  await tx.$executeRaw`
    INSERT INTO reads AS read (kind, object_id, wanted, due_at, is_urgent)
    VALUES (${kind}, ${objectId}, 1, now() + make_interval(secs => ${delay}::int), ${when === 'at_once'})
    ON CONFLICT (kind, object_id) DO UPDATE SET
      wanted = read.wanted + 1,
      due_at = LEAST(read.due_at, EXCLUDED.due_at),
      is_urgent = read.is_urgent OR EXCLUDED.is_urgent`
}
