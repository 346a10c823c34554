import { metadata } from '../http/metadata.ts'
import { accepted, hash } from '../http/params.ts'
import { choice, decimal, int, intFrom, text, trialDays } from '../http/values.ts'

/** How often a price recurs; `createPrice` knows how many of each interval are too many. */
export const everyInterval = {
  interval: choice('day', 'month', 'week', 'year'),
  interval_count: intFrom(1, 1095).optional(),
}
const recurring = hash({
  ...everyInterval,
  usage_type: choice('licensed', 'metered').optional(),
  trial_period_days: trialDays.optional(),
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
