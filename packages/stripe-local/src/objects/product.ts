import { noSuch } from '../core/errors.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { Metadata, ProductRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'

export type ProductWishes = {
  name: string
  id?: string | undefined
  active?: boolean | undefined
  description?: string | null | undefined
  images?: string[] | undefined
  marketing_features?: { name: string }[] | undefined
  metadata?: Metadata | '' | undefined
  shippable?: boolean | undefined
  statement_descriptor?: string | null | undefined
  type?: string | undefined
  unit_label?: string | null | undefined
  url?: string | null | undefined
}
/** What may be changed about a product later. */
export const productFields = [
  'active',
  'description',
  'images',
  'marketing_features',
  'shippable',
  'statement_descriptor',
  'unit_label',
  'url',
] as const

/** A new product with Stripe’s defaults; not yet stored. */
export function productFrom(world: World, wanted: ProductWishes): ProductRow {
  const now = world.clock.now()
  return {
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
    ...pick(wanted, ...productFields),
  }
}

export function productOf(world: World, id: string): ProductRow {
  const row = world.store.get('product', id)
  if (!row) throw noSuch('product', id)
  return row
}
