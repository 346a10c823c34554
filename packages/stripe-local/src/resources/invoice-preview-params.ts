import { metadata } from '../http/metadata.ts'
import { accepted, hash, listOf, params } from '../http/params.ts'
import { flag, int, text, timestamp } from '../http/values.ts'

const item = hash({
  id: text.optional(),
  metadata: metadata.optional(),
  price: text.optional(),
  quantity: int.optional(),
  deleted: flag.optional(),
  ...accepted('plan', 'price_data', 'tax_rates', 'discounts'),
})
export const previewParams = params({
  customer: text.optional(),
  subscription: text.optional(),
  subscription_details: hash({
    items: listOf(item).optional(),
    proration_behavior: text.optional(),
    proration_date: timestamp.optional(),
    ...accepted(
      'billing_cycle_anchor',
      'billing_mode',
      'cancel_at',
      'cancel_at_period_end',
      'cancel_now',
      'default_tax_rates',
      'resume_at',
      'start_date',
      'trial_end',
    ),
  }).optional(),
  ...accepted(
    'automatic_tax',
    'currency',
    'customer_account',
    'customer_details',
    'discounts',
    'invoice_items',
    'issuer',
    'on_behalf_of',
    'preview_mode',
    'schedule',
    'schedule_details',
  ),
})
