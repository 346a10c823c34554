import { z } from 'zod'
import { metadata } from '../http/metadata.ts'
import { accepted, hash, listOf, params } from '../http/params.ts'
import {
  choice,
  clearable,
  clearableTimestamp,
  clearableUpTo,
  flag,
  int,
  intFrom,
  text,
  timestamp,
} from '../http/values.ts'
import { periodEnd, trialEnd } from './subscription-lookup.ts'

export const item = hash({
  id: text.optional(),
  price: text.optional(),
  plan: text.optional(),
  quantity: int.optional(),
  deleted: flag.optional(),
  metadata: metadata.optional(),
  ...accepted('billing_thresholds', 'clear_usage', 'discounts', 'price_data', 'tax_rates', 'trial'),
})
export const updateParams = params({
  items: listOf(item).optional(),
  billing_cycle_anchor: choice('now', 'unchanged').optional(),
  cancel_at: z.union([periodEnd, clearableTimestamp]).optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: hash({ comment: clearable.optional(), feedback: clearable.optional() }).optional(),
  collection_method: choice('charge_automatically', 'send_invoice').optional(),
  coupon: text.optional(),
  days_until_due: intFrom(0, 3650).optional(),
  default_payment_method: clearable.optional(),
  description: clearableUpTo(500).optional(),
  discounts: z
    .union([
      z.literal(''),
      listOf(hash({ coupon: text.optional(), promotion_code: text.optional(), discount: text.optional() })),
    ])
    .optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  pause_collection: z
    .union([
      z.literal(''),
      hash({
        behavior: choice('keep_as_draft', 'mark_uncollectible', 'void'),
        resumes_at: timestamp.optional(),
      }),
    ])
    .optional(),
  payment_behavior: choice(
    'allow_incomplete',
    'default_incomplete',
    'error_if_incomplete',
    'pending_if_incomplete',
  ).optional(),
  proration_behavior: choice('always_invoice', 'create_prorations', 'none').optional(),
  proration_date: timestamp.optional(),
  trial_end: trialEnd.optional(),
  ...accepted(
    'add_invoice_items',
    'application_fee_percent',
    'automatic_tax',
    'billing_schedules',
    'billing_thresholds',
    'default_source',
  ),
  ...accepted(
    'default_tax_rates',
    'invoice_settings',
    'on_behalf_of',
    'payment_settings',
    'pending_invoice_item_interval',
    'transfer_data',
  ),
  ...accepted('trial_from_plan', 'trial_settings'),
})

export const resumeParams = params({
  billing_cycle_anchor: choice('now', 'unchanged').optional(),
  proration_behavior: text.optional(),
  proration_date: timestamp.optional(),
  ...accepted('payment_behavior'),
})
