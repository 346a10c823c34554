import type { Tx } from '@paidup/db'

/** The checkout sessions of an org, but one, that can still be paid as far as we know. */
export async function selectOtherOpenCheckouts(tx: Tx, orgId: string, sessionId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM checkout_sessions
    WHERE org_id = ${orgId} AND id <> ${sessionId} AND mode = 'subscription' AND status = 'open'`
  return rows.map((row) => row.id)
}
