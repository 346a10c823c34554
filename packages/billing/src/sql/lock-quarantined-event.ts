import type { Tx } from '@paidup/db'

/** The raw body of a quarantined event that is not resolved, locked; null when it is, or another is at it. */
export async function lockQuarantinedEvent(tx: Tx, id: bigint): Promise<Uint8Array | null> {
  const [row] = await tx.$queryRaw<{ payload: Uint8Array }[]>`
    SELECT payload FROM quarantined_events WHERE id = ${id} AND resolved_at IS NULL
    FOR UPDATE SKIP LOCKED`
  return row?.payload ?? null
}
