import type { Tx } from '@paidup/db'

/** Milliseconds that a concurrent duplicate waits for the transaction that holds the claim; less than that may last. */
const CLAIM_WAIT = 4000

/**
 * Guard 1, the claim: true when this transaction is the one that processes the event. Must be the first
 * statement of its transaction, so that claim and effect commit or vanish together.
 *
 * A duplicate of an event that is being processed waits on the unique index until that transaction ends: then
 * it either loses (committed) or takes over (rolled back). The wait is bounded by a `lock_timeout` that lives as
 * long as the transaction. It is set inside the same statement (the insert reads from `bound`, so it runs
 * first), which spares a round trip and needs no session state that a pooler would lose.
 * @throws PostgreSQL 55P03 when the wait runs out.
 */
export async function claimEvent(
  tx: Tx,
  provider: string,
  eventId: string,
  eventType: string,
): Promise<boolean> {
  const claimed = await tx.$queryRaw<{ id: bigint }[]>`
    WITH bound AS MATERIALIZED (SELECT set_config('lock_timeout', ${String(CLAIM_WAIT)}, true))
    INSERT INTO processed_events (provider, event_id, event_type)
    SELECT ${provider}, ${eventId}, ${eventType} FROM bound
    ON CONFLICT (provider, event_id) DO NOTHING
    RETURNING id`
  return claimed.length === 1
}
