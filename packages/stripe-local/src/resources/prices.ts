import type { z } from 'zod'
import { invalidRequest, missingParam, noSuch, noSuchReference } from '../core/errors.ts'
import { change, create } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { PriceRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import {
  accepted,
  choice,
  clearable,
  flag,
  hash,
  listOf,
  listParams,
  params,
  text,
  clearableUpTo,
  textUpTo,
} from '../http/params.ts'
import { route } from '../http/route.ts'
import { priceParams } from './price-params.ts'
import { createProduct } from './products.ts'

const createParams = params({
  ...priceParams,
  active: flag.optional(),
  billing_scheme: choice('per_unit', 'tiered').optional(),
  lookup_key: textUpTo(200).optional(),
  nickname: text.optional(),
  product: text.optional(),
  product_data: hash({
    name: text,
    id: text.optional(),
    active: flag.optional(),
    metadata: metadata.optional(),
    statement_descriptor: clearableUpTo(22).optional(),
    unit_label: clearableUpTo(12).optional(),
    ...accepted('tax_code', 'tax_details'),
  }).optional(),
  transfer_lookup_key: flag.optional(),
  ...accepted('tiers', 'tiers_mode', 'transform_quantity'),
})
type Wishes = Omit<z.infer<typeof createParams>, 'expand'>

export function priceOf(world: World, id: string, param?: string): PriceRow {
  const row = world.store.get('price', id)
  if (!row) throw param === undefined ? noSuch('price', id) : noSuchReference('price', id, param)
  return row
}

/** A lookup key belongs to one active price; `transfer` takes it from its holder, else it is refused. */
function claimLookupKey(world: World, key: string, transfer: boolean, self?: string): void {
  const holder = world.store.all('price').find((row) => row.lookup_key === key && row.id !== self)
  if (!holder) return
  if (!transfer) {
    throw invalidRequest(
      `A price (\`${holder.id}\`) already uses that lookup key. To transfer that lookup key from \`${holder.id}\` to this one, use the \`transfer_lookup_key\` parameter.`,
      'lookup_key',
      'resource_already_exists',
    )
  }
  change(world, 'price', holder, { lookup_key: null }, 'price.updated')
}

/** Three years, the longest period there is (docs.stripe.com/api/prices/create, `recurring.interval_count`). */
const MOST = { day: 1095, week: 156, month: 36, year: 3 } as const

function refuseLongPeriods({ recurring }: Wishes): void {
  if (!recurring || (recurring.interval_count ?? 1) <= MOST[recurring.interval]) return
  throw invalidRequest(
    `Invalid recurring[interval_count]: ${recurring.interval_count}; a period is at most three years, ${MOST[recurring.interval]} for the interval ${recurring.interval}`,
    'recurring[interval_count]',
    'parameter_invalid_integer',
  )
}

/** Stores a new price (and its product, when given as data) and tells that it was created. */
export function createPrice(world: World, wanted: Wishes): PriceRow {
  refuseLongPeriods(wanted)
  if (wanted.product === undefined && !wanted.product_data) throw missingParam('product')
  if (wanted.product !== undefined && !world.store.get('product', wanted.product)) {
    throw noSuchReference('product', wanted.product, 'product')
  }
  const amount = wanted.unit_amount ?? wanted.unit_amount_decimal
  if (amount === undefined && wanted.custom_unit_amount === undefined && wanted.billing_scheme !== 'tiered') {
    throw missingParam('unit_amount')
  }
  if (wanted.lookup_key !== undefined)
    claimLookupKey(world, wanted.lookup_key, wanted.transfer_lookup_key ?? false)
  const product =
    wanted.product ??
    createProduct(world, { ...wanted.product_data, name: wanted.product_data?.name ?? '' }).id
  return create(world, 'price', priceFrom(world, wanted, product, amount ?? null), 'price.created')
}

function priceFrom(world: World, wanted: Wishes, product: string, amount: number | null): PriceRow {
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

const updateParams = params({
  active: flag.optional(),
  lookup_key: clearableUpTo(200).optional(),
  metadata: metadata.optional(),
  nickname: clearable.optional(),
  tax_behavior: choice('exclusive', 'inclusive', 'unspecified').optional(),
  transfer_lookup_key: flag.optional(),
  ...accepted('currency_options'),
})
const filters = listParams({
  active: flag.optional(),
  currency: text.optional(),
  lookup_keys: listOf(text).optional(),
  product: text.optional(),
  type: choice('one_time', 'recurring').optional(),
  recurring: hash({
    interval: text.optional(),
    usage_type: text.optional(),
    ...accepted('meter'),
  }).optional(),
})

export const priceRoutes = [
  route('POST', '/v1/prices', createParams, ({ world, params: wanted }) => createPrice(world, wanted)),
  route('GET', '/v1/prices', filters, ({ world, params: wanted, url }) => {
    const seen = world.store
      .all('price')
      .filter(
        (row) =>
          (wanted.active ?? row.active) === row.active &&
          (wanted.currency ?? row.currency) === row.currency &&
          (wanted.product ?? row.product) === row.product &&
          (wanted.type ?? row.type) === row.type &&
          (wanted.recurring?.interval ?? row.recurring?.interval) === row.recurring?.interval &&
          (wanted.lookup_keys?.includes(row.lookup_key ?? '') ?? true),
      )
    return page(url, seen, wanted)
  }),
  route('GET', '/v1/prices/:id', params({}), ({ world, path }) => priceOf(world, path())),
  route('POST', '/v1/prices/:id', updateParams, ({ world, params: wanted, path }) => {
    const row = priceOf(world, path())
    if (wanted.lookup_key != null)
      claimLookupKey(world, wanted.lookup_key, wanted.transfer_lookup_key ?? false, row.id)
    const patch = {
      ...pick(wanted, 'active', 'lookup_key', 'nickname', 'tax_behavior'),
      metadata: mergeMetadata(row.metadata, wanted.metadata),
    }
    return change(world, 'price', row, patch, 'price.updated')
  }),
]
