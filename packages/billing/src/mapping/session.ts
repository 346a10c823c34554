import { z } from 'zod'
import { productByKey, productOfLookupKey } from '../catalog/lookup.ts'
import { amount, currency, idOf, quantity, second, shaped, text } from '../stripe/shape.ts'
import { metadata, orgOf, saleOf } from './metadata.ts'

/** A checkout session as our row says it. */
export type CheckoutFields = {
  id: string
  orgId: string | null
  /** Whether the session's metadata name the org, which only its maker can have written. */
  isOrgCertain: boolean
  userId: string | null
  /** What it sells, in the words of its metadata: a key of the catalogue where we made it. */
  product: string | null
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

/** What sells at once: Stripe tells the mode and the status of a session in every version. */
const purchased = z.object({ mode: z.literal('payment'), status: z.literal('complete') })

/**
 * A checkout session: our row of it, and what it sold where it is complete and of mode `payment`, else null.
 * @throws UnexpectedShape
 */
export function sessionFrom(session: unknown): { checkout: CheckoutFields; purchase: PurchaseFields | null } {
  if (!purchased.safeParse(session).success)
    return { checkout: checkoutOf(shaped(checkoutShape, session)), purchase: null }
  const from = shaped(purchaseShape, session)
  return { checkout: checkoutOf(from), purchase: purchaseOf(from) }
}

function checkoutOf(from: z.infer<typeof checkoutShape>): CheckoutFields {
  const { userId, product } = saleOf(from.metadata)
  return {
    id: from.id,
    orgId: orgOfSession(from),
    isOrgCertain: orgOf(from.metadata) !== null,
    userId,
    product,
    mode: from.mode,
    status: from.status,
    paymentStatus: from.payment_status,
    stripeCustomerId: from.customer ?? null,
    stripeSubscriptionId: from.subscription ?? null,
  }
}

/** `no_payment_required` (a coupon to zero) counts as paid. */
function purchaseOf(from: z.infer<typeof purchaseShape>): PurchaseFields {
  return {
    stripeCheckoutSessionId: from.id,
    stripePaymentId: from.payment_intent ?? null,
    stripeCustomerId: from.customer ?? null,
    stripeInvoiceId: from.invoice ?? null,
    orgId: orgOfSession(from),
    ...soldBy(from),
    isPaid: from.payment_status !== 'unpaid',
    amount: from.amount_total,
    currency: from.currency,
    createdAt: from.created,
  }
}

/** What the session was created for, else its `client_reference_id`, which a payment link lets anyone put into the URL. */
function orgOfSession(from: z.infer<typeof checkoutShape>): string | null {
  return orgOf(from.metadata) ?? (from.client_reference_id || null)
}

/** Our own sessions say in their metadata what they sell; of others the line items do, which only a re-read has. */
function soldBy(from: z.infer<typeof purchaseShape>): { product: string; quantity: number } {
  const told = saleOf(from.metadata)
  const ours = productByKey(told.product ?? undefined)
  if (ours) return { product: ours, quantity: told.quantity }
  for (const item of from.line_items?.data ?? []) {
    const product = productOfLookupKey(item.price?.lookup_key)
    if (product) return { product, quantity: item.quantity ?? 1 }
  }
  return { product: 'unknown', quantity: 1 }
}
