import { z } from 'zod'
import { planOfPrice, rankOfPlan } from '../catalog/lookup.ts'
import { UnexpectedShape } from '../errors.ts'
import { idOf, quantity, second, shaped, text } from '../stripe/shape.ts'
import { metadata, orgOf } from './metadata.ts'

/** Whose a subscription is: its customer, and the org where its metadata name it. */
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
  metadata,
})

/**
 * A subscription as it says itself: our row of it, and whose it is. Reads both shapes of the period: on the item since
 * API 2025-03-31 (Basil), on the subscription before
 * (docs.stripe.com/changelog/basil/2025-03-31/deprecate-subscription-current-period-start-and-end).
 * Of several items the one with the best plan counts.
 * @throws UnexpectedShape
 */
export function subscriptionFrom(subscription: unknown): { owner: Owner; fields: EntitlementFields } {
  const from = shaped(subscriptionShape, subscription)
  return { owner: { stripeCustomerId: from.customer, orgId: orgOf(from.metadata) }, fields: fieldsOf(from) }
}

function fieldsOf(from: z.infer<typeof subscriptionShape>): EntitlementFields {
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
