import { z } from 'zod'
import type { Plan } from '../catalog/plans.ts'
import { planOfPrice, planOfProduct } from '../catalog/lookup.ts'
import { amount, currency, idOf, quantity, second, shaped, text, url } from '../stripe/shape.ts'
import { metadata, orgOf } from './metadata.ts'

/** An invoice. Amounts are minor units of `currency`. */
export type InvoiceFields = {
  id: string
  stripeCustomerId: string | null
  stripeSubscriptionId: string | null
  /** The org that the subscription's metadata named when the invoice was made. */
  orgId: string | null
  /** The payment intents that pay it, as far as the invoice tells. */
  stripePaymentIds: string[]
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  amountPaid: number
  amountDue: number
  currency: string
  attemptCount: number
  /** Stripe's page with the invoice, where it can also be paid while it is open. */
  hostedInvoiceUrl: string | null
  invoicePdf: string | null
  paidAt: Date | null
  voidedAt: Date | null
  markedUncollectibleAt: Date | null
  /** Null where its payload has not all of them, being long. */
  lines: InvoiceLine[] | null
}

/** What a line of an invoice bills. */
export type InvoiceLine = {
  /** Before discounts; below zero where it gives back. */
  amount: number
  quantity: number
  period: { start: Date; end: Date }
  /** Whether it is for a change within a period. */
  isProration: boolean
  isOfSubscription: boolean
  /** That of its price; a price may be of another's, or its payload may not tell. */
  plan: Plan | 'not_ours' | 'not_told'
}

/** Up to API 2025-03-31 (Basil) a line had its price, since then `pricing.price_details` has its id alone. */
const expandedPrice = z.object({ lookup_key: text.nullish(), product: idOf.nullish() })
const itemDetails = z.object({ proration: z.boolean().nullish() }).nullish()
const lineShape = z.object({
  amount: z.number().int(),
  quantity: quantity.nullish(),
  period: z.object({ start: second, end: second }),
  price: expandedPrice.nullish(),
  pricing: z
    .object({ price_details: z.object({ price: z.union([text, expandedPrice]), product: idOf }).nullish() })
    .nullish(),
  proration: z.boolean().nullish(),
  subscription: idOf.nullish(),
  parent: z.object({ subscription_item_details: itemDetails, invoice_item_details: itemDetails }).nullish(),
})
const subscriptionDetails = z.object({ subscription: idOf.nullish(), metadata }).nullish()
const invoiceShape = z.object({
  id: text,
  object: z.literal('invoice'),
  customer: idOf.nullish(),
  status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
  amount_paid: amount,
  amount_due: amount,
  currency,
  attempt_count: z.number().int().min(0),
  hosted_invoice_url: url.nullish(),
  invoice_pdf: url.nullish(),
  status_transitions: z
    .object({
      paid_at: second.nullish(),
      voided_at: second.nullish(),
      marked_uncollectible_at: second.nullish(),
    })
    .nullish(),
  lines: z.object({ data: z.array(lineShape), has_more: z.boolean().nullish() }),
  parent: z.object({ subscription_details: subscriptionDetails }).nullish(),
  payments: z
    .object({ data: z.array(z.object({ payment: z.object({ payment_intent: idOf.nullish() }) })) })
    .nullish(),
  // Before Basil:
  subscription: idOf.nullish(),
  subscription_details: z.object({ metadata }).nullish(),
  payment_intent: idOf.nullish(),
  charge: idOf.nullish(),
})

/**
 * Reads both shapes of an invoice: since API 2025-03-31 (Basil) what it is for is under `parent` and what pays it
 * under `payments` (docs.stripe.com/changelog/basil/2025-03-31/adds-new-parent-field-to-invoicing-objects and
 * …/add-support-for-multiple-partial-payments-on-invoices).
 * @throws UnexpectedShape
 */
export function invoiceFrom(invoice: unknown): InvoiceFields {
  const from = shaped(invoiceShape, invoice)
  const details = from.parent?.subscription_details
  return {
    id: from.id,
    stripeCustomerId: from.customer ?? null,
    stripeSubscriptionId: details?.subscription ?? from.subscription ?? null,
    orgId: orgOf(details?.metadata ?? from.subscription_details?.metadata),
    stripePaymentIds: paymentsOf(from),
    status: from.status,
    amountPaid: from.amount_paid,
    amountDue: from.amount_due,
    currency: from.currency,
    attemptCount: from.attempt_count,
    hostedInvoiceUrl: from.hosted_invoice_url ?? null,
    invoicePdf: from.invoice_pdf ?? null,
    paidAt: from.status_transitions?.paid_at ?? null,
    voidedAt: from.status_transitions?.voided_at ?? null,
    markedUncollectibleAt: from.status_transitions?.marked_uncollectible_at ?? null,
    lines: from.lines.has_more ? null : from.lines.data.map(lineFrom),
  }
}

function paymentsOf(from: z.infer<typeof invoiceShape>): string[] {
  const old = from.payment_intent ?? from.charge
  const paid = from.payments?.data.map(({ payment }) => payment.payment_intent) ?? []
  return [...new Set([old, ...paid])].filter((id) => typeof id === 'string').sort()
}

function lineFrom(from: z.infer<typeof lineShape>): InvoiceLine {
  const { amount, period, parent } = from
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details
  return {
    amount,
    quantity: from.quantity ?? 1,
    period,
    isProration: from.proration ?? details?.proration ?? false,
    isOfSubscription: parent ? Boolean(parent.subscription_item_details) : Boolean(from.subscription),
    plan: planOfLine(from),
  }
}

function planOfLine(line: z.infer<typeof lineShape>): InvoiceLine['plan'] {
  const details = line.pricing?.price_details
  const price = details ? details.price : line.price
  if (typeof price === 'object' && price)
    return planOfPrice({ product: details?.product, ...price }) ?? 'not_ours'
  return planOfProduct(details?.product) ?? 'not_told'
}
