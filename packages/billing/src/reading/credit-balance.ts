import type { ReadDeps } from '../deps.ts'
import { selectCreditBalance } from '../sql/select-credit-balance.ts'

/** The credits of an org. Below zero when credits were spent and then refunded. */
export function creditBalance({ db, livemode }: ReadDeps, orgId: string): Promise<number> {
  return selectCreditBalance(db, orgId, livemode)
}
