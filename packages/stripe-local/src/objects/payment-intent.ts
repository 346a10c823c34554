import type { Metadata, PaymentIntentRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'

export type IntentWishes = {
  amount: number
  currency: string
  customer: string | null
  description?: string | null | undefined
  metadata?: Metadata | undefined
  payment_method_types?: string[] | undefined
  setup_future_usage?: string | null | undefined
  capture_method?: string | undefined
  receipt_email?: string | null | undefined
  automatic?: boolean | undefined
}

/** A new payment intent, waiting for a method; not yet stored. */
export function paymentIntentFrom(world: World, wanted: IntentWishes): PaymentIntentRow {
  const id = world.ids.next('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: wanted.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: wanted.automatic ? { allow_redirects: 'always', enabled: true } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: wanted.capture_method ?? 'automatic',
    client_secret: `${id}_secret_${world.ids.next('x', 25).slice(2)}`,
    confirmation_method: 'automatic',
    created: timeFor(world, wanted.customer),
    currency: wanted.currency,
    customer: wanted.customer,
    customer_account: null,
    description: wanted.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: wanted.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: wanted.payment_method_types ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: wanted.receipt_email ?? null,
    review: null,
    setup_future_usage: wanted.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}
