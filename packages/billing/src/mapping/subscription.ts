import { z } from 'zod'
import { planOfPrice, rankOfPlan } from '../catalog/lookup.ts'
import { UnexpectedShape } from '../errors.ts'
import { idOf, metadata, quantity, second, shaped, text } from '../stripe/shape.ts'

/** A customer of Stripe's, and the org that it is for where that is told. */
export type Owner = { stripeCustomerId: string; orgId: string | null }

/** A subscription as our row says it. Instants are Dates of whole seconds. */
export type EntitlementFields = {
  stripeSubscriptionId: string
  stripeCustomerId: string
  plan: string
  status: string
  quantity: number
  priceId: string | null
  interval: string | null
  currentPeriodEnd: Date | null
  trialEnd: Date | null
  cancelAt: Date | null
  cancelAtPeriodEnd: boolean
}

const priceShape = z.object({
  id: text,
  lookup_key: text.nullish(),
  product: idOf.nullish(),
  recurring: z.object({ interval: text }).nullish(),
})
const subscriptionItem = z.object({
  price: priceShape,
  quantity: quantity.nullish(),
  current_period_end: second.nullish(),
})
const subscriptionShape = z.object({
  id: text,
  object: z.literal('subscription'),
  customer: idOf,
  status: text,
  items: z.object({ data: z.array(subscriptionItem).min(1) }),
  current_period_end: second.nullish(),
  trial_end: second.nullish(),
  cancel_at: second.nullish(),
  cancel_at_period_end: z.boolean(),
})

/**
 * Our row of a subscription. Reads both shapes of the period: on the item since API 2025-03-31 (Basil), on the
 * subscription before (docs.stripe.com/changelog/basil/2025-03-31/deprecate-subscription-current-period-start-and-end).
 * Of several items the one with the best plan counts.
 * @throws UnexpectedShape
 */
export function entitlementFrom(subscription: unknown): EntitlementFields {
  const from = shaped(subscriptionShape, subscription)
  const [first, ...others] = from.items.data
  if (!first) throw new UnexpectedShape('items.data: is empty')
  const item = others.reduce((best, one) => (rankOf(one) > rankOf(best) ? one : best), first)
  return {
    stripeSubscriptionId: from.id,
    stripeCustomerId: from.customer,
    plan: planOfPrice(item.price)?.key ?? 'unknown',
    status: from.status,
    quantity: item.quantity ?? 1,
    priceId: item.price.id,
    interval: item.price.recurring?.interval ?? null,
    currentPeriodEnd: item.current_period_end ?? from.current_period_end ?? null,
    trialEnd: from.trial_end ?? null,
    cancelAt: from.cancel_at ?? null,
    cancelAtPeriodEnd: from.cancel_at_period_end,
  }
}

function rankOf(item: z.infer<typeof subscriptionItem>): number {
  return rankOfPlan(planOfPrice(item.price)?.key ?? 'unknown')
}

/**
 * Whose a subscription is, as it says itself: its customer, and the org that its `metadata.org_id` names.
 * @throws UnexpectedShape
 */
export function subscriptionOwnerFrom(subscription: unknown): Owner {
  const from = shaped(z.object({ customer: idOf, metadata }), subscription)
  return { stripeCustomerId: from.customer, orgId: from.metadata?.['org_id'] || null }
}
