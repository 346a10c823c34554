import type { Db } from '@paidup/db'
import type { ReadDeps } from '../deps.ts'
import { selectCheckout, type Checkout } from '../sql/select-checkout.ts'
import { selectEntitlement } from '../sql/select-entitlement.ts'
import { selectPurchase } from '../sql/select-purchase.ts'
import { purchaseCheckoutState, subscriptionCheckoutState, type CheckoutState } from './checkout-state.ts'

export type CheckoutProgress = {
  state: CheckoutState
  /** The key of what was bought, as the catalogue or the session names it; null while it is not known. */
  product: string | null
  /** Of a subscription. */
  seats: number | null
  /** Of a one-time purchase, how many of it: credit packs. */
  quantity: number | null
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
  const checkout = await selectCheckout(deps.db, orgId, sessionId)
  if (!checkout) return null
  return checkout.mode === 'payment'
    ? purchaseProgress(deps.db, checkout)
    : subscriptionProgress(deps, checkout)
}

async function purchaseProgress(db: Db, checkout: Checkout): Promise<CheckoutProgress> {
  const purchase = await selectPurchase(db, checkout.id)
  const state = purchaseCheckoutState(checkout, purchase)
  return {
    state,
    product: purchase?.product ?? checkout.product,
    seats: null,
    quantity: purchase?.quantity ?? null,
  }
}

async function subscriptionProgress(
  { db, clock }: Pick<ReadDeps, 'db' | 'clock'>,
  checkout: Checkout,
): Promise<CheckoutProgress> {
  const subscription = checkout.stripeSubscriptionId
    ? await selectEntitlement(db, checkout.stripeSubscriptionId)
    : null
  const state = subscriptionCheckoutState(checkout, subscription, clock.now())
  return {
    state,
    product: state === 'ready' && subscription ? subscription.product : checkout.product,
    seats: subscription?.quantity ?? null,
    quantity: null,
  }
}
