import type { ReadDeps } from '../deps.ts'
import { selectOrgEntitlements } from '../sql/select-org-entitlements.ts'
import { currentEntitlementFrom, type Entitlement } from './entitlement.ts'

/** What the org may do now. Reads only; the truth is what the webhook and its re-read wrote. */
export async function currentEntitlement(deps: ReadDeps, orgId: string): Promise<Entitlement> {
  const rows = await selectOrgEntitlements(deps.db, orgId, deps.livemode)
  return currentEntitlementFrom(rows, deps.clock.now())
}
