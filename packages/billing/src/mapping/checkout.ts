import { z } from 'zod'
import { productByKey, productOfLookupKey } from '../catalog/lookup.ts'
import { amount, currency, idOf, metadata, quantity, second, shaped, text } from '../stripe/shape.ts'

/** A checkout session as our row says it. */
export type CheckoutFields = {
  id: string
  orgId: string | null
  /** Whether the session's metadata name the org, which only its maker can have written. */
  isOrgCertain: boolean
  userId: string | null
  plan: string | null
  mode: string
  status: string
  paymentStatus: string
  stripeCustomerId: string | null
  stripeSubscriptionId: string | null
}

/** A one-time purchase as its checkout session tells it. Amounts are minor units of `currency`. */
export type PurchaseFields = {
  stripeCheckoutSessionId: string
  stripePaymentId: string | null
  stripeCustomerId: string | null
  /** The invoice that Stripe made for it, where invoices of one-time checkouts are on. */
  stripeInvoiceId: string | null
  orgId: string | null
  /** A key of the catalogue; `unknown` where neither the session's metadata nor its line items tell. */
  product: string
  quantity: number
  isPaid: boolean
  amount: number
  currency: string
  /** When the checkout was made: the one instant that every event of it tells alike. */
  createdAt: Date
}

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

const lineItem = z.object({
  quantity: quantity.nullish(),
  price: z.object({ lookup_key: text.nullish() }).nullish(),
})
const purchaseShape = checkoutShape.extend({
  amount_total: amount,
  created: second,
  currency,
  payment_intent: idOf.nullish(),
  invoice: idOf.nullish(),
  line_items: z.object({ data: z.array(lineItem) }).nullish(),
})

/**
 * Our row of a checkout session. The org is what the session was created for (`metadata.org_id`), else its
 * `client_reference_id`, which a payment link lets anyone put into the URL.
 * @throws UnexpectedShape
 */
export function checkoutFrom(session: unknown): CheckoutFields {
  const from = shaped(checkoutShape, session)
  return {
    id: from.id,
    orgId: orgOf(from),
    isOrgCertain: Boolean(from.metadata?.['org_id']),
    userId: from.metadata?.['user_id'] ?? null,
    plan: from.metadata?.['plan'] ?? null,
    mode: from.mode,
    status: from.status,
    paymentStatus: from.payment_status,
    stripeCustomerId: from.customer ?? null,
    stripeSubscriptionId: from.subscription ?? null,
  }
}

/**
 * What a completed session of mode `payment` sold. `no_payment_required` (a coupon to zero) counts as paid.
 * @throws UnexpectedShape
 */
export function purchaseFrom(session: unknown): PurchaseFields {
  const from = shaped(purchaseShape, session)
  return {
    stripeCheckoutSessionId: from.id,
    stripePaymentId: from.payment_intent ?? null,
    stripeCustomerId: from.customer ?? null,
    stripeInvoiceId: from.invoice ?? null,
    orgId: orgOf(from),
    ...soldBy(from),
    isPaid: from.payment_status !== 'unpaid',
    amount: from.amount_total,
    currency: from.currency,
    createdAt: from.created,
  }
}

function orgOf(from: z.infer<typeof checkoutShape>): string | null {
  return from.metadata?.['org_id'] || from.client_reference_id || null
}

/** Our own sessions say in their metadata what they sell; of others the line items do, which only a re-read has. */
function soldBy(from: z.infer<typeof purchaseShape>): { product: string; quantity: number } {
  const told = productByKey(from.metadata?.['plan'])
  const count = from.metadata?.['quantity'] ?? ''
  if (told) return { product: told, quantity: /^[1-9]\d{0,3}$/.test(count) ? Number(count) : 1 }
  for (const item of from.line_items?.data ?? []) {
    const product = productOfLookupKey(item.price?.lookup_key)
    if (product) return { product, quantity: item.quantity ?? 1 }
  }
  return { product: 'unknown', quantity: 1 }
}
