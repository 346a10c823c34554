import type { z } from 'zod'
import { invalidRequest, noSuch } from '../core/errors.ts'
import { change, create, emit } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { ProductRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import {
  accepted,
  clearable,
  flag,
  hash,
  listOf,
  listParams,
  params,
  text,
  clearableUpTo,
} from '../http/params.ts'
import { route, type Call } from '../http/route.ts'
import { priceParams } from './price-params.ts'
import { createPrice } from './prices.ts'

const feature = hash({ name: text })
const common = {
  active: flag.optional(),
  description: clearableUpTo(40_000).optional(),
  images: listOf(text).optional(),
  marketing_features: listOf(feature).optional(),
  metadata: metadata.optional(),
  shippable: flag.optional(),
  statement_descriptor: clearableUpTo(22).optional(),
  unit_label: clearableUpTo(12).optional(),
  url: clearable.optional(),
  ...accepted('package_dimensions', 'tax_code', 'tax_details'),
}
const createParams = params({
  ...common,
  name: text,
  id: text.optional(),
  type: text.optional(),
  default_price_data: hash({ ...priceParams, product: text.optional() }).optional(),
})
const updateParams = params({ ...common, name: text.optional(), default_price: text.optional() })
const fields = [
  'active',
  'description',
  'images',
  'marketing_features',
  'shippable',
  'statement_descriptor',
  'unit_label',
  'url',
] as const

function productOf(world: World, id: string): ProductRow {
  const row = world.store.get('product', id)
  if (!row) throw noSuch('product', id)
  return row
}

/** Stores a new product and tells that it was created. */
export function createProduct(world: World, wanted: z.infer<typeof createParams>): ProductRow {
  if (wanted.id !== undefined && world.store.get('product', wanted.id)) {
    throw invalidRequest(`Product already exists.`, 'id', 'resource_already_exists')
  }
  const now = world.clock.now()
  const row: ProductRow = {
    id: wanted.id ?? world.ids.next('prod', 14),
    object: 'product',
    active: true,
    created: now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, wanted.metadata),
    name: wanted.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: wanted.type ?? 'service',
    unit_label: null,
    updated: now,
    url: null,
    ...pick(wanted, ...fields),
  }
  create(world, 'product', row, 'product.created')
  if (!wanted.default_price_data) return row
  const price = createPrice(world, { ...wanted.default_price_data, product: row.id })
  return change(world, 'product', row, { default_price: price.id }, 'product.updated')
}

function deleteProduct({ world, path }: Call<unknown>): object {
  const row = productOf(world, path())
  if (world.store.all('price').some((price) => price.product === row.id)) {
    throw invalidRequest(
      'This product cannot be deleted because it has one or more user-created prices.',
      'id',
    )
  }
  world.store.remove('product', row.id)
  emit(world, 'product.deleted', row)
  return { id: row.id, object: 'product', deleted: true }
}

export const productRoutes = [
  route('POST', '/v1/products', createParams, ({ world, params: wanted }) => createProduct(world, wanted)),
  route(
    'GET',
    '/v1/products',
    listParams({
      active: flag.optional(),
      ids: listOf(text).optional(),
      shippable: flag.optional(),
      url: text.optional(),
      type: text.optional(),
    }),
    ({ world, params: wanted, url }) => {
      const seen = world.store
        .all('product')
        .filter(
          (row) => (wanted.active ?? row.active) === row.active && (wanted.ids?.includes(row.id) ?? true),
        )
      return page(url, seen, wanted)
    },
  ),
  route('GET', '/v1/products/:id', params({}), ({ world, path }) => productOf(world, path())),
  route('POST', '/v1/products/:id', updateParams, ({ world, params: wanted, path }) => {
    const row = productOf(world, path())
    const patch = {
      ...pick(wanted, ...fields, 'name', 'default_price'),
      metadata: mergeMetadata(row.metadata, wanted.metadata),
    }
    return change(world, 'product', row, { ...patch, updated: world.clock.now() }, 'product.updated')
  }),
  route('DELETE', '/v1/products/:id', params({}), deleteProduct),
]
