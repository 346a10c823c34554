import type Stripe from 'stripe'

type Ref<T> = string extends T ? Exclude<T, { id: string }> : T

/** An SDK type as it travels on the wire: references are ids, decimals are strings. */
export type Row<T> = T extends Stripe.Decimal
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer Element)[]
      ? Row<Ref<Element>>[]
      : T extends object
        ? { [Key in keyof T]: Row<Ref<T[Key]>> }
        : T

export type Metadata = Record<string, string>
export type LooseRow = { id: string; object: string; [field: string]: unknown }

export type CustomerRow = Row<Stripe.Customer>
export type ProductRow = Row<Stripe.Product>
export type PriceRow = Row<Stripe.Price>
export type PlanRow = Row<Stripe.Plan>
export type SessionRow = Row<Stripe.Checkout.Session>
export type SubscriptionRow = Row<Stripe.Subscription>
export type SubscriptionItemRow = Row<Stripe.SubscriptionItem>
export type InvoiceRow = Row<Stripe.Invoice>
export type InvoiceLineRow = Row<Stripe.InvoiceLineItem>
export type InvoicePaymentRow = Row<Stripe.InvoicePayment>
export type PaymentIntentRow = Row<Stripe.PaymentIntent>
export type ChargeRow = Row<Stripe.Charge>
export type PaymentMethodRow = Row<Stripe.PaymentMethod>
export type EndpointRow = Row<Stripe.WebhookEndpoint>

export type InvoiceItemRow = Row<Stripe.InvoiceItem>
export type SetupIntentRow = Row<Stripe.SetupIntent>
export type RefundRow = Row<Stripe.Refund>
export type DisputeRow = Row<Stripe.Dispute>
export type CouponRow = Row<Stripe.Coupon>
export type PromotionCodeRow = Row<Stripe.PromotionCode>
export type DiscountRow = Row<Stripe.Discount>
export type TaxIdRow = Row<Stripe.TaxId>
export type TestClockRow = Row<Stripe.TestHelpers.TestClock>

export type PortalSessionRow = Row<Stripe.BillingPortal.Session>
/** Its `features` are kept as they were given. */
export type PortalConfigurationRow = Omit<Row<Stripe.BillingPortal.Configuration>, 'features'> & {
  features: unknown
}

export type EventRow = {
  id: string
  object: 'event'
  account?: string
  api_version: string
  created: number
  data: { object: LooseRow; previous_attributes?: Record<string, unknown> }
  livemode: boolean
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null } | null
  type: string
}

/** What Stripe keeps to itself about a checkout session: the wishes it was created with. */
export type CheckoutPlan = {
  id: string
  items: { id: string; price: string; quantity: number; adjustable: boolean }[]
  discounts: { coupon?: string | undefined; promotion_code?: string | undefined }[]
  /** Made by a first attempt that did not go through; the next one pays it. */
  made?: { customer: string; invoice?: string; intent?: string } | undefined
  subscription: {
    metadata?: Metadata | undefined
    description?: string | undefined
    trial_period_days?: number | undefined
    trial_end?: number | undefined
    trial_settings?: { end_behavior: { missing_payment_method: string } } | undefined
    billing_cycle_anchor?: number | undefined
    billing_mode?: { type: string } | undefined
  }
  payment: {
    metadata?: Metadata | undefined
    description?: string | undefined
    capture_method?: string | undefined
  }
  setup: { metadata?: Metadata | undefined; description?: string | undefined }
}

/** How the bank behind a payment method answers; see cards.ts. */
export type Instrument = { id: string; behaviour: string }

/** What may fall due of an object. */
export type TimerKind =
  | 'dispute.due'
  | 'invoice.advance'
  | 'invoice.overdue'
  | 'invoice.retry'
  | 'payment.settle'
  | 'refund.settle'
  | 'schedule.end'
  | 'schedule.expiring'
  | 'schedule.phase'
  | 'session.expire'
  | 'subscription.expire'
  | 'subscription.renew'
  | 'subscription.cancel'
  | 'subscription.trial_notice'
  | 'subscription.resume'
  | 'subscription.pending'
  | 'tax_id.verify'
export type TimerRow = { id: string; kind: TimerKind; ref: string; at: number; clock: string | null }

/** One try to deliver an event. */
export type Attempt = {
  /** Real milliseconds. */
  at: number
  durationMs: number
  status: number | null
  /** The first 2,000 characters of the answer, or why there is none. */
  answer: string
  acknowledgementDropped: boolean
}

export type DeliveryRow = {
  id: string
  event: string
  endpoint: string
  type: string
  state: 'pending' | 'held' | 'dropped' | 'delivered' | 'failed'
  dropsAcknowledgement: boolean
  attempts: Attempt[]
}

export type SavedAnswer = {
  id: string
  path: string
  fingerprint: string
  at: number
  answer: { status: number; body: string; requestId: string }
}

/** Objects that are kept as they were given; see resources/simple.ts. */
export type LooseTable =
  | 'account'
  | 'billing.meter'
  | 'card'
  | 'credit_note'
  | 'identity.verification_session'
  | 'issuing.authorization'
  | 'issuing.card'
  | 'issuing.cardholder'
  | 'issuing.transaction'
  | 'payment_link'
  | 'payout'
  | 'quote'
  | 'reporting.report_run'
  | 'subscription_schedule'
  | 'tax_rate'
  | 'topup'
  | 'transfer'

export interface Tables extends Record<LooseTable, LooseRow> {
  customer: CustomerRow | { id: string; object: 'customer'; deleted: true }
  product: ProductRow
  price: PriceRow
  'checkout.session': SessionRow
  subscription: SubscriptionRow
  invoice: InvoiceRow
  invoice_payment: InvoicePaymentRow
  payment_intent: PaymentIntentRow
  charge: ChargeRow
  payment_method: PaymentMethodRow
  webhook_endpoint: EndpointRow
  event: EventRow
  invoiceitem: InvoiceItemRow
  setup_intent: SetupIntentRow
  refund: RefundRow
  dispute: DisputeRow
  coupon: CouponRow
  promotion_code: PromotionCodeRow
  discount: DiscountRow
  tax_id: TaxIdRow
  'test_helpers.test_clock': TestClockRow
  'billing_portal.session': PortalSessionRow
  'billing_portal.configuration': PortalConfigurationRow
  'local.checkout_plan': CheckoutPlan
  'local.instrument': Instrument
  'local.idempotency': SavedAnswer
  'local.timer': TimerRow
  'local.payload_style': { id: string; style: 'snapshot' | 'thin' }
  'local.delivery': DeliveryRow
  /** The signing secrets of an endpoint; one that was rolled lives until it expires (real seconds). */
  'local.secrets': { id: string; secrets: { value: string; expiresAt: number | null }[] }
  /** From a payment intent to the invoice it collects, and back. */
  'local.payment_link': { id: string; invoice: string; invoicePayment: string }
  'local.invoice_link': { id: string; intent: string; invoicePayment: string }
}
export type TableName = keyof Tables
