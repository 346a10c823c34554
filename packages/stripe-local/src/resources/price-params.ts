import { accepted, choice, decimal, hash, int, metadata, text } from '../http/params.ts'

const recurring = hash({
  interval: choice('day', 'month', 'week', 'year'),
  interval_count: int.optional(),
  usage_type: choice('licensed', 'metered').optional(),
  trial_period_days: int.optional(),
  meter: text.optional(),
  ...accepted('aggregate_usage'),
})
/** The fields shared by prices, `price_data` and `default_price_data`. */
export const priceParams = {
  currency: text,
  unit_amount: int.optional(),
  unit_amount_decimal: decimal.optional(),
  recurring: recurring.optional(),
  tax_behavior: choice('exclusive', 'inclusive', 'unspecified').optional(),
  metadata: metadata.optional(),
  ...accepted('currency_options', 'custom_unit_amount'),
}
