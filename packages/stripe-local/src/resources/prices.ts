import { changePrice, claimLookupKey, createPrice } from '../billing/catalogue.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { accepted, hash, listOf, listParams, params } from '../http/params.ts'
import { route } from '../http/route.ts'
import { choice, clearable, clearableUpTo, flag, text, textUpTo } from '../http/values.ts'
import { priceOf } from '../objects/price.ts'
import { priceParams } from './price-params.ts'

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
    return changePrice(world, row, patch)
  }),
]
