import { metadata } from '../http/metadata.ts'
import { accepted, hash, listOf, listParams, params } from '../http/params.ts'
import { choice, clearableUpTo, flag, int, text, textUpTo, timestamp, trialDays } from '../http/values.ts'
import { priceParams } from './price-params.ts'
import { billingMode } from './subscription-lookup.ts'

const productData = hash({
  name: text,
  description: clearableUpTo(40_000).optional(),
  images: listOf(text).optional(),
  metadata: metadata.optional(),
  unit_label: clearableUpTo(12).optional(),
  ...accepted('tax_code', 'tax_details'),
})
const lineItem = hash({
  price: text.optional(),
  price_data: hash({
    ...priceParams,
    product: text.optional(),
    product_data: productData.optional(),
  }).optional(),
  quantity: int.optional(),
  adjustable_quantity: hash({ enabled: flag, maximum: int.optional(), minimum: int.optional() }).optional(),
  metadata: metadata.optional(),
  ...accepted('dynamic_tax_rates', 'tax_rates'),
})
const trialSettings = hash({
  end_behavior: hash({ missing_payment_method: choice('cancel', 'create_invoice', 'pause') }),
})
/** What a new session may be asked for. */
export const createParams = params({
  mode: choice('payment', 'setup', 'subscription').optional(),
  line_items: listOf(lineItem).optional(),
  success_url: text.optional(),
  cancel_url: text.optional(),
  return_url: text.optional(),
  client_reference_id: textUpTo(200).optional(),
  customer: text.optional(),
  customer_email: text.optional(),
  customer_creation: choice('always', 'if_required').optional(),
  currency: text.optional(),
  expires_at: timestamp.optional(),
  metadata: metadata.optional(),
  allow_promotion_codes: flag.optional(),
  payment_method_collection: choice('always', 'if_required').optional(),
  payment_method_types: listOf(text).optional(),
  submit_type: text.optional(),
  ui_mode: text.optional(),
  locale: text.optional(),
  discounts: listOf(hash({ coupon: text.optional(), promotion_code: text.optional() })).optional(),
  subscription_data: hash({
    description: clearableUpTo(500).optional(),
    metadata: metadata.optional(),
    trial_end: timestamp.optional(),
    trial_period_days: trialDays.optional(),
    trial_settings: trialSettings.optional(),
    billing_cycle_anchor: timestamp.optional(),
    billing_mode: billingMode,
    ...accepted(
      'application_fee_percent',
      'default_tax_rates',
      'invoice_settings',
      'on_behalf_of',
      'proration_behavior',
      'transfer_data',
    ),
  }).optional(),
  payment_intent_data: hash({
    description: clearableUpTo(1000).optional(),
    metadata: metadata.optional(),
    capture_method: choice('automatic', 'automatic_async', 'manual').optional(),
    statement_descriptor: clearableUpTo(22).optional(),
    statement_descriptor_suffix: clearableUpTo(22).optional(),
    ...accepted(
      'application_fee_amount',
      'on_behalf_of',
      'receipt_email',
      'setup_future_usage',
      'shipping',
      'transfer_data',
      'transfer_group',
    ),
  }).optional(),
  setup_intent_data: hash({
    description: clearableUpTo(1000).optional(),
    metadata: metadata.optional(),
    ...accepted('on_behalf_of'),
  }).optional(),
  ...accepted(
    'adaptive_pricing',
    'after_expiration',
    'allowed_payment_method_types',
    'automatic_tax',
    'billing_address_collection',
  ),
  ...accepted(
    'branding_settings',
    'consent_collection',
    'custom_fields',
    'custom_text',
    'customer_account',
    'customer_update',
  ),
  ...accepted(
    'excluded_payment_method_types',
    'integration_identifier',
    'invoice_creation',
    'managed_payments',
    'name_collection',
  ),
  ...accepted(
    'optional_items',
    'origin_context',
    'payment_method_configuration',
    'payment_method_data',
    'payment_method_options',
  ),
  ...accepted(
    'permissions',
    'phone_number_collection',
    'redirect_on_completion',
    'saved_payment_method_options',
  ),
  ...accepted('shipping_address_collection', 'shipping_options', 'tax_id_collection', 'wallet_options'),
})

export const filters = listParams({
  customer: text.optional(),
  payment_intent: text.optional(),
  subscription: text.optional(),
  status: choice('complete', 'expired', 'open').optional(),
  customer_details: hash({ email: text }).optional(),
  ...accepted('payment_link', 'customer_account'),
})
