import type { Tx } from '@paidup/db'

/**
 * The checkout sessions of an org, but one and in that one's mode (`cs_test_…`, `cs_live_…`), that can still be paid
 * as far as we know.
 */
export async function selectOtherOpenCheckouts(tx: Tx, orgId: string, sessionId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM checkout_sessions
    WHERE org_id = ${orgId} AND id <> ${sessionId} AND mode = 'subscription' AND status = 'open'
      AND starts_with(id, 'cs_live_') = starts_with(${sessionId}, 'cs_live_')`
  return rows.map((row) => row.id)
}
