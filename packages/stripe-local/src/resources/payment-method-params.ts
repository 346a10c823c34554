import { metadata } from '../http/metadata.ts'
import { accepted, hash, params } from '../http/params.ts'
import { clearable, int, text } from '../http/values.ts'

const billing = hash({
  email: clearable.optional(),
  name: clearable.optional(),
  phone: clearable.optional(),
  ...accepted('address', 'tax_id'),
})
const card = hash({
  number: text.optional(),
  exp_month: int.optional(),
  exp_year: int.optional(),
  cvc: text.optional(),
  token: text.optional(),
  ...accepted('networks'),
})
/** Also the shape of `payment_method_data`. */
export const methodShape = {
  type: text,
  billing_details: billing.optional(),
  card: card.optional(),
  sepa_debit: hash({ iban: text }).optional(),
  us_bank_account: hash({
    account_number: text.optional(),
    routing_number: text.optional(),
    ...accepted('account_holder_type', 'account_type', 'financial_connections_account'),
  }).optional(),
  metadata: metadata.optional(),
  ...accepted('allow_redisplay', 'radar_options', 'link'),
}
export const createParams = params({
  ...methodShape,
  customer: text.optional(),
  payment_method: text.optional(),
})

export const updateParams = params({
  billing_details: billing.optional(),
  card: hash({ exp_month: int.optional(), exp_year: int.optional(), ...accepted('networks') }).optional(),
  metadata: metadata.optional(),
  ...accepted('allow_redisplay', 'us_bank_account', 'payto'),
})
