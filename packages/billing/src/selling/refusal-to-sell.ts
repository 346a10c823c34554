import type { Db, Tx } from '@paidup/db'
import type { ProductKey } from '../catalog/plans.ts'
import { planByKey, rankOfPlan } from '../catalog/lookup.ts'
import { grantsAccess } from '../reading/entitlement.ts'
import { selectHasSubscription } from '../sql/select-has-subscription.ts'
import { selectOrgEntitlements } from '../sql/select-org-entitlements.ts'
import { CheckoutRefused } from './checkout-refused.ts'

/** Who wants to buy what, now. */
export type Wish = { orgId: string; product: ProductKey; livemode: boolean; now: Date }

/**
 * Why an org must not be sold a plan: it would pay twice. It has a subscription, has bought that plan or a greater one
 * for good, or waits for the payment of one. Null when nothing stands in the way; of credit packs anyone may have many.
 */
export async function refusalToSell(
  client: Db | Tx,
  { orgId, product, livemode, now }: Wish,
): Promise<CheckoutRefused | null> {
  if (!planByKey(product)) return null
  if (await selectHasSubscription(client, orgId, livemode)) return alreadySubscribed()
  const rows = await selectOrgEntitlements(client, orgId, livemode)
  const isBought = rows.some(
    (row) =>
      row.stripeSubscriptionId === null &&
      rankOfPlan(row.product) >= rankOfPlan(product) &&
      (row.status === 'pending' || grantsAccess(row, now)),
  )
  return isBought ? alreadyBought(product) : null
}

/** Why a second subscription is not sold, as to an org that another checkout has just sold one. */
export function alreadySubscribed(): CheckoutRefused {
  return new CheckoutRefused('already_subscribed', 'This organization has a subscription already.')
}

function alreadyBought(product: ProductKey): CheckoutRefused {
  const name = planByKey(product)?.name ?? product
  const message = `This organization has bought ${name} or more already, or waits for the payment of it.`
  return new CheckoutRefused('already_owned', message)
}
