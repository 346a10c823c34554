import { noSuch, noSuchReference } from '../core/errors.ts'
import { mergeMetadata } from '../core/fields.ts'
import type { Metadata, PriceRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import type { ProductWishes } from './product.ts'

type Recurring = {
  interval: 'day' | 'month' | 'week' | 'year'
  interval_count?: number | undefined
  meter?: string | undefined
  trial_period_days?: number | undefined
  usage_type?: string | undefined
}
/** What a price is made of; `product_data` names a product that is still to be made. */
export type PriceWishes = {
  currency: string
  active?: boolean | undefined
  billing_scheme?: 'per_unit' | 'tiered' | undefined
  custom_unit_amount?: unknown
  lookup_key?: string | undefined
  metadata?: Metadata | '' | undefined
  nickname?: string | undefined
  product?: string | undefined
  product_data?: ProductWishes | undefined
  recurring?: Recurring | undefined
  tax_behavior?: string | undefined
  transfer_lookup_key?: boolean | undefined
  /** In minor units. */
  unit_amount?: number | undefined
  unit_amount_decimal?: number | undefined
}

/** A new price with Stripe’s defaults; `amount` in minor units, or null when tiers say it. */
export function priceFrom(
  world: World,
  wanted: PriceWishes,
  product: string,
  amount: number | null,
): PriceRow {
  return {
    id: world.ids.next('price'),
    object: 'price',
    active: wanted.active ?? true,
    billing_scheme: wanted.billing_scheme ?? 'per_unit',
    created: world.clock.now(),
    currency: wanted.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: wanted.lookup_key ?? null,
    metadata: mergeMetadata({}, wanted.metadata),
    nickname: wanted.nickname ?? null,
    product,
    recurring: wanted.recurring
      ? {
          interval: wanted.recurring.interval,
          interval_count: wanted.recurring.interval_count ?? 1,
          meter: wanted.recurring.meter ?? null,
          trial_period_days: wanted.recurring.trial_period_days ?? null,
          usage_type: wanted.recurring.usage_type ?? 'licensed',
        }
      : null,
    tax_behavior: wanted.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: wanted.recurring ? 'recurring' : 'one_time',
    unit_amount: amount !== null && Number.isInteger(amount) ? amount : null,
    unit_amount_decimal: amount === null ? null : String(amount),
  }
}

/** The price with this id: 404 for one that never was, 400 when a parameter named it. */
export function priceOf(world: World, id: string, param?: string): PriceRow {
  const row = world.store.get('price', id)
  if (!row) throw param === undefined ? noSuch('price', id) : noSuchReference('price', id, param)
  return row
}
