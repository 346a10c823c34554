import { z } from 'zod'
import { catalog, planOfLookupKey, planOfProduct, type Plan } from './catalog.ts'
import { UnexpectedShape } from './errors.ts'

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

/** A checkout session as our row says it. */
export type CheckoutFields = {
  id: string
  orgId: string | null
  userId: string | null
  plan: string | null
  mode: string
  status: string
  paymentStatus: string
  stripeCustomerId: string | null
  stripeSubscriptionId: string | null
}

/** PostgreSQL's text can't hold U+0000; ids and keys of Stripe have at most 255 characters, metadata values 500. */
const anyText = z
  .string()
  .max(500)
  .regex(/^[^\0]*$/, 'must not contain a NUL character')
const text = anyText.min(1).max(255)
const idOf = z.union([text, z.object({ id: text }).transform((object) => object.id)])
/** Seconds since 1970, up to the year 9999. */
const second = z.number().int().min(0).max(253_402_300_799).transform(instantFrom)
const metadata = z.record(z.string(), anyText).nullish()

const priceShape = z.object({
  id: text,
  lookup_key: text.nullish(),
  product: idOf.nullish(),
  recurring: z.object({ interval: text }).nullish(),
})
const subscriptionItem = z.object({
  price: priceShape,
  quantity: z.number().int().min(0).max(2_147_483_647).nullish(),
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

const checkoutShape = z.object({
  id: text,
  object: z.literal('checkout.session'),
  client_reference_id: text.nullish(),
  metadata,
  mode: text,
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  customer: idOf.nullish(),
  subscription: idOf.nullish(),
})

/** The instant of a Stripe timestamp. @param seconds since 1970, whole */
export function instantFrom(seconds: number): Date {
  return new Date(seconds * 1000)
}

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
    plan: planOf(item.price)?.key ?? 'unknown',
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

/**
 * The plan of a price: by its lookup key, or by its product where that is one of ours. The key moves on to another
 * price when the amount changes (`transfer_lookup_key`), while subscribers stay on the price that has lost it.
 */
function planOf(price: z.infer<typeof priceShape>): Plan | undefined {
  return planOfLookupKey(price.lookup_key) ?? planOfProduct(price.product)
}

function rankOf(item: z.infer<typeof subscriptionItem>): number {
  const plan = planOf(item.price)
  return plan ? catalog.indexOf(plan) : -1
}

/**
 * The id alone, which every version of a subscription has.
 * @throws UnexpectedShape
 */
export function subscriptionIdFrom(subscription: unknown): string {
  return shaped(z.object({ id: text }), subscription).id
}

/**
 * Our row of a checkout session. The org is what the session was created for (`metadata.org_id`), else its
 * `client_reference_id`, which a payment link lets anyone put into the URL.
 * @throws UnexpectedShape
 */
export function checkoutFrom(session: unknown): CheckoutFields {
  const from = shaped(checkoutShape, session)
  return {
    id: from.id,
    orgId: from.metadata?.['org_id'] || from.client_reference_id || null,
    userId: from.metadata?.['user_id'] ?? null,
    plan: from.metadata?.['plan'] ?? null,
    mode: from.mode,
    status: from.status,
    paymentStatus: from.payment_status,
    stripeCustomerId: from.customer ?? null,
    stripeSubscriptionId: from.subscription ?? null,
  }
}

/** Checks a shape. The message names the fields that are wrong and never what is in them. */
export function shaped<T extends z.ZodType>(shape: T, object: unknown): z.infer<T> {
  const parsed = shape.safeParse(object)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`)
  throw new UnexpectedShape(faults.join('; '))
}
