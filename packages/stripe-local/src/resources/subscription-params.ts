import { z } from 'zod'
import { metadata } from '../http/metadata.ts'
import { accepted, hash, listOf, listParams, params } from '../http/params.ts'
import {
  choice,
  clearable,
  clearableUpTo,
  flag,
  int,
  intFrom,
  text,
  timestamp,
  trialDays,
} from '../http/values.ts'
import { billingMode, periodEnd, trialEnd } from './subscription-lookup.ts'

const newItem = hash({
  price: text.optional(),
  plan: text.optional(),
  quantity: int.optional(),
  metadata: metadata.optional(),
  ...accepted('billing_thresholds', 'discounts', 'price_data', 'tax_rates', 'trial'),
})
const trialSettings = hash({
  end_behavior: hash({ missing_payment_method: choice('cancel', 'create_invoice', 'pause') }),
})
/** What a new subscription may be asked for. */
export const createParams = params({
  customer: text,
  items: listOf(newItem),
  billing_mode: billingMode,
  cancel_at: z.union([periodEnd, timestamp]).optional(),
  cancel_at_period_end: flag.optional(),
  billing_cycle_anchor: timestamp.optional(),
  collection_method: choice('charge_automatically', 'send_invoice').optional(),
  days_until_due: intFrom(0, 3650).optional(),
  default_payment_method: text.optional(),
  description: clearableUpTo(500).optional(),
  metadata: metadata.optional(),
  coupon: text.optional(),
  discounts: listOf(
    hash({ coupon: text.optional(), promotion_code: text.optional(), discount: text.optional() }),
  ).optional(),
  off_session: flag.optional(),
  payment_behavior: choice(
    'allow_incomplete',
    'default_incomplete',
    'error_if_incomplete',
    'pending_if_incomplete',
  ).optional(),
  trial_end: trialEnd.optional(),
  trial_period_days: trialDays.optional(),
  trial_settings: trialSettings.optional(),
  ...accepted(
    'add_invoice_items',
    'application_fee_percent',
    'automatic_tax',
    'backdate_start_date',
    'billing_cycle_anchor_config',
  ),
  ...accepted(
    'billing_schedules',
    'billing_thresholds',
    'currency',
    'customer_account',
    'default_source',
    'default_tax_rates',
  ),
  ...accepted(
    'invoice_settings',
    'on_behalf_of',
    'payment_settings',
    'pending_invoice_item_interval',
    'proration_behavior',
  ),
  ...accepted('transfer_data', 'trial_from_plan'),
})

export const cancelParams = params({
  cancellation_details: hash({ comment: clearable.optional(), feedback: clearable.optional() }).optional(),
  invoice_now: flag.optional(),
  prorate: flag.optional(),
})
export const filters = listParams({
  customer: text.optional(),
  price: text.optional(),
  status: choice(
    'active',
    'all',
    'canceled',
    'ended',
    'incomplete',
    'incomplete_expired',
    'past_due',
    'paused',
    'trialing',
    'unpaid',
  ).optional(),
  test_clock: text.optional(),
  ...accepted('automatic_tax', 'collection_method', 'current_period_end', 'current_period_start', 'plan'),
})
