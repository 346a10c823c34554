import { noSuch } from '../core/errors.ts'
import type { Metadata, SessionRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'

type Shape = {
  id: string
  mode: string
  url: string
  created: number
  expires_at: number
  amount: number | null
  /** What coupons take off the amount. */
  discount: number
  currency: string | null
  metadata: Metadata
  wanted: {
    allow_promotion_codes?: boolean | undefined
    cancel_url?: string | undefined
    client_reference_id?: string | undefined
    customer?: string | undefined
    customer_email?: string | undefined
    customer_creation?: string | undefined
    discounts?: { coupon?: string | undefined; promotion_code?: string | undefined }[] | undefined
    locale?: string | undefined
    payment_method_collection?: string | undefined
    payment_method_types?: string[] | undefined
    return_url?: string | undefined
    submit_type?: string | undefined
    success_url?: string | undefined
    ui_mode?: string | undefined
  }
}

/** An open session with Stripe's defaults. */
export function sessionFrom({ wanted, amount, discount, id, mode, ...shape }: Shape): SessionRow {
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: wanted.allow_promotion_codes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount === null ? null : amount - discount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: wanted.cancel_url ?? null,
    client_reference_id: wanted.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: shape.created,
    currency: shape.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: wanted.customer ?? null,
    customer_account: null,
    customer_creation: wanted.customer
      ? null
      : (wanted.customer_creation ?? (mode === 'payment' ? 'if_required' : 'always')),
    customer_details: null,
    customer_email: wanted.customer_email ?? null,
    discounts: (wanted.discounts ?? []).map((wish) => ({
      coupon: wish.coupon ?? null,
      promotion_code: wish.promotion_code ?? null,
    })),
    expires_at: shape.expires_at,
    integration_identifier: null,
    invoice: null,
    invoice_creation: mode === 'payment' ? blankInvoiceCreation : null,
    livemode: false,
    locale: wanted.locale ?? null,
    managed_payments: null,
    metadata: shape.metadata,
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection:
      mode === 'setup'
        ? 'always'
        : (wanted.payment_method_collection ?? (mode === 'payment' ? 'if_required' : 'always')),
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: wanted.payment_method_types ?? ['card'],
    payment_status: mode === 'setup' ? 'no_payment_required' : 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options:
      mode === 'setup'
        ? null
        : {
            allow_redisplay_filters: ['always'],
            payment_method_remove: 'disabled',
            payment_method_save: null,
          },
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: wanted.submit_type ?? null,
    subscription: null,
    success_url: wanted.success_url ?? null,
    total_details: amount === null ? null : { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
    ui_mode: wanted.ui_mode ?? 'hosted_page',
    url: shape.url,
    wallet_options: null,
    ...(wanted.return_url === undefined ? {} : { return_url: wanted.return_url }),
  }
}

const blankInvoiceCreation: SessionRow['invoice_creation'] = {
  enabled: false,
  invoice_data: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: null,
    metadata: {},
    rendering_options: null,
  },
}

export function sessionOf(world: World, id: string): SessionRow {
  const row = world.store.get('checkout.session', id)
  if (!row) throw noSuch('checkout.session', id, 'session')
  return row
}
