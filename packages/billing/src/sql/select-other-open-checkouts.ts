import type { Tx } from '@paidup/db'

/**
 * The checkout sessions of an org that can still be paid as far as we know, and that would charge it twice for what
 * one session sells: of subscriptions all others, of a one-time purchase those for the same. The mode of Stripe
 * (`cs_test_…`, `cs_live_…`) is that of the one.
 */
export async function selectOtherOpenCheckouts(tx: Tx, orgId: string, sessionId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT other.id FROM checkout_sessions mine JOIN checkout_sessions other USING (mode)
    WHERE mine.id = ${sessionId} AND other.id <> mine.id AND other.org_id = ${orgId} AND other.status = 'open'
      AND (mine.mode = 'subscription' OR other.plan = mine.plan)
      AND starts_with(other.id, 'cs_live_') = starts_with(mine.id, 'cs_live_')`
  return rows.map((row) => row.id)
}
