import type { Db } from '@paidup/db'
import { checkoutStateFrom, type CheckoutState } from './checkout-progress.ts'
import type { Clock } from './deps.ts'
import { currentEntitlementFrom, type Entitlement } from './entitlement.ts'
import { selectOrgEntitlements } from './sql/select-org-entitlements.ts'

export type ReadDeps = { db: Db; clock: Clock; livemode: boolean }

export type CheckoutProgress = {
  state: CheckoutState
  /** The plan that was bought, as the catalogue or the session names it; null while it is not known. */
  plan: string | null
  seats: number | null
}

/** What the org may do now. Reads only; the truth is what the webhook and its re-read wrote. */
export async function currentEntitlement(deps: ReadDeps, orgId: string): Promise<Entitlement> {
  const rows = await selectOrgEntitlements(deps.db, orgId, deps.livemode)
  return currentEntitlementFrom(rows, deps.clock.now())
}

/**
 * How far a checkout of this org has come.
 * @returns null when there is no such session, or it is another org's.
 */
export async function checkoutProgress(
  deps: Pick<ReadDeps, 'db' | 'clock'>,
  orgId: string,
  sessionId: string,
): Promise<CheckoutProgress | null> {
  const session = await deps.db.checkoutSession.findFirst({
    where: { id: sessionId, orgId },
    select: { status: true, paymentStatus: true, plan: true, stripeSubscriptionId: true },
  })
  if (!session) return null
  const subscription = session.stripeSubscriptionId
    ? await deps.db.planEntitlement.findUnique({
        where: { stripeSubscriptionId: session.stripeSubscriptionId },
        select: {
          stripeSubscriptionId: true,
          plan: true,
          status: true,
          quantity: true,
          interval: true,
          currentPeriodEnd: true,
          trialEnd: true,
          cancelAt: true,
          cancelAtPeriodEnd: true,
        },
      })
    : null
  const state = checkoutStateFrom(session, subscription, deps.clock.now())
  return {
    state,
    plan: state === 'ready' && subscription ? subscription.plan : session.plan,
    seats: subscription?.quantity ?? null,
  }
}
