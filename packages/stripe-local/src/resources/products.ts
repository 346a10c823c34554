import { createProduct } from '../billing/catalogue.ts'
import { invalidRequest } from '../core/errors.ts'
import { change, emit } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { accepted, hash, listOf, listParams, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { clearable, clearableUpTo, flag, text } from '../http/values.ts'
import { productFields, productOf } from '../objects/product.ts'
import { priceParams } from './price-params.ts'

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
      ...pick(wanted, ...productFields, 'name', 'default_price'),
      metadata: mergeMetadata(row.metadata, wanted.metadata),
    }
    return change(world, 'product', row, { ...patch, updated: world.clock.now() }, 'product.updated')
  }),
  route('DELETE', '/v1/products/:id', params({}), deleteProduct),
]
