import type { Db } from '@paidup/db'
import {
  purchaseCheckoutState,
  subscriptionCheckoutState,
  type CheckoutState,
  type SessionState,
} from './checkout-state.ts'
import type { Clock } from '../deps.ts'
import { currentEntitlementFrom, type Entitlement } from './entitlement.ts'
import { selectEntitlement } from '../sql/select-entitlement.ts'
import { selectOrgEntitlements } from '../sql/select-org-entitlements.ts'
import { selectPayments, type PaymentLine } from '../sql/select-payment-history.ts'

export type ReadDeps = { db: Db; clock: Clock; livemode: boolean }

export type CheckoutProgress = {
  state: CheckoutState
  /** The key of what was bought, as the catalogue or the session names it; null while it is not known. */
  plan: string | null
  /** Of a subscription. */
  seats: number | null
  /** Of a one-time purchase, how many of it: credit packs. */
  quantity: number | null
}

/** The newest lines that the history shows. */
const HISTORY_LINES = 100

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
    select: {
      id: true,
      mode: true,
      status: true,
      paymentStatus: true,
      isPaymentFailed: true,
      plan: true,
      stripeSubscriptionId: true,
    },
  })
  if (!session) return null
  return session.mode === 'payment' ? purchaseProgress(deps.db, session) : subscriptionProgress(deps, session)
}

type FoundSession = SessionState & { id: string; plan: string | null; stripeSubscriptionId: string | null }

async function purchaseProgress(db: Db, session: FoundSession): Promise<CheckoutProgress> {
  const purchase = await db.purchase.findUnique({
    where: { stripeCheckoutSessionId: session.id },
    select: { product: true, status: true, quantity: true },
  })
  const state = purchaseCheckoutState(session, purchase)
  return {
    state,
    plan: purchase?.product ?? session.plan,
    seats: null,
    quantity: purchase?.quantity ?? null,
  }
}

async function subscriptionProgress(
  { db, clock }: Pick<ReadDeps, 'db' | 'clock'>,
  session: FoundSession,
): Promise<CheckoutProgress> {
  const subscription = session.stripeSubscriptionId
    ? await selectEntitlement(db, session.stripeSubscriptionId)
    : null
  const state = subscriptionCheckoutState(session, subscription, clock.now())
  return {
    state,
    plan: state === 'ready' && subscription ? subscription.product : session.plan,
    seats: subscription?.quantity ?? null,
    quantity: null,
  }
}

/** What happened to an org's money: paid and failed invoices with their links, purchases, refunds, disputes. */
export function paymentHistory({ db, livemode }: ReadDeps, orgId: string): Promise<PaymentLine[]> {
  return selectPayments(db, orgId, livemode, HISTORY_LINES)
}
