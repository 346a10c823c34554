import { metadata } from '../http/metadata.ts'
import { accepted, listParams, params } from '../http/params.ts'
import { choice, clearable, clearableUpTo, flag, intFrom, text } from '../http/values.ts'

const shared = {
  auto_advance: flag.optional(),
  collection_method: choice('charge_automatically', 'send_invoice').optional(),
  days_until_due: intFrom(0, 3650).optional(),
  default_payment_method: text.optional(),
  description: clearableUpTo(1500).optional(),
  footer: clearable.optional(),
  metadata: metadata.optional(),
  number: clearableUpTo(26).optional(),
  statement_descriptor: clearableUpTo(22).optional(),
  ...accepted(
    'account_tax_ids',
    'application_fee_amount',
    'automatic_tax',
    'automatically_finalizes_at',
    'custom_fields',
  ),
  ...accepted(
    'default_source',
    'default_tax_rates',
    'discounts',
    'due_date',
    'effective_at',
    'issuer',
    'on_behalf_of',
  ),
  ...accepted('payment_settings', 'rendering', 'shipping_cost', 'shipping_details', 'transfer_data'),
}
export const createParams = params({
  ...shared,
  customer: text.optional(),
  currency: text.optional(),
  subscription: text.optional(),
  pending_invoice_items_behavior: choice('exclude', 'include').optional(),
  ...accepted('customer_account', 'from_invoice'),
})
export const updateParams = params(shared)

export const payParams = params({
  off_session: flag.optional(),
  paid_out_of_band: flag.optional(),
  payment_method: text.optional(),
  source: text.optional(),
  ...accepted('forgive', 'mandate'),
})

export const filters = listParams({
  customer: text.optional(),
  subscription: text.optional(),
  status: text.optional(),
  ...accepted('collection_method', 'due_date', 'customer_account'),
})
