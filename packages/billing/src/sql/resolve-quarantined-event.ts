import type { Tx } from '@paidup/db'

/** Marks a quarantined event as processed after all. */
export async function resolveQuarantinedEvent(tx: Tx, id: bigint): Promise<void> {
  await tx.$executeRaw`UPDATE quarantined_events SET resolved_at = now() WHERE id = ${id}`
}
