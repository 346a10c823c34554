import type { Tx } from '@paidup/db'
import { catalog } from '../catalog/plans.ts'

/**
 * The checkout sessions for a plan, but one and in that one's mode (`cs_test_…`, `cs_live_…`), that an org can still
 * pay as far as we know. A session of another maker, which does not say its plan, counts when it subscribes.
 */
export async function selectOtherOpenCheckouts(tx: Tx, orgId: string, sessionId: string): Promise<string[]> {
  const plans = catalog.map((plan) => plan.key)
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM checkout_sessions
    WHERE org_id = ${orgId} AND id <> ${sessionId} AND status = 'open'
      AND (mode = 'subscription' OR plan = ANY (${plans}))
      AND starts_with(id, 'cs_live_') = starts_with(${sessionId}, 'cs_live_')`
  return rows.map((row) => row.id)
}
