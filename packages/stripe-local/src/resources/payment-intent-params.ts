import { z } from 'zod'
import { metadata } from '../http/metadata.ts'
import { accepted, hash, listOf, params } from '../http/params.ts'
import { choice, clearable, clearableUpTo, flag, int, text } from '../http/values.ts'
import { methodShape } from './payment-method-params.ts'

const shared = {
  statement_descriptor: clearableUpTo(22).optional(),
  statement_descriptor_suffix: clearableUpTo(22).optional(),
  customer: text.optional(),
  description: clearableUpTo(1000).optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  payment_method_data: hash(methodShape).optional(),
  payment_method_types: listOf(text).optional(),
  receipt_email: clearable.optional(),
  setup_future_usage: clearable.optional(),
  capture_method: choice('automatic', 'automatic_async', 'manual').optional(),
  ...accepted('allowed_payment_method_types', 'amount_details', 'application_fee_amount', 'customer_account'),
  ...accepted(
    'excluded_payment_method_types',
    'hooks',
    'on_behalf_of',
    'payment_details',
    'payment_method_configuration',
  ),
  ...accepted('payment_method_options', 'shipping', 'transfer_data', 'transfer_group', 'source'),
}
const presence = {
  off_session: z.union([z.enum(['one_off', 'recurring']).transform(() => true), flag]).optional(),
  return_url: text.optional(),
  ...accepted(
    'confirmation_token',
    'error_on_requires_action',
    'mandate',
    'mandate_data',
    'radar_options',
    'use_stripe_sdk',
  ),
}
export const createParams = params({
  ...shared,
  ...presence,
  amount: int,
  currency: text,
  automatic_payment_methods: hash({ enabled: flag, allow_redirects: text.optional() }).optional(),
  confirm: flag.optional(),
  ...accepted('confirmation_method'),
})
export const confirmParams = params({ ...shared, ...presence, ...accepted('amount_to_confirm') })

export const updateParams = params({ ...shared, amount: int.optional(), currency: text.optional() })

export const captureParams = params({
  amount_to_capture: int.optional(),
  statement_descriptor: clearableUpTo(22).optional(),
  statement_descriptor_suffix: clearableUpTo(22).optional(),
  metadata: metadata.optional(),
  ...accepted(
    'amount_details',
    'application_fee_amount',
    'final_capture',
    'hooks',
    'payment_details',
    'transfer_data',
  ),
})
