import { invalidRequest, missingParam, noSuchReference } from '../core/errors.ts'
import { change, create } from '../core/events.ts'
import type { PriceRow, ProductRow, SubscriptionItemRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { planFrom } from '../objects/plan.ts'
import { priceFrom, type PriceWishes } from '../objects/price.ts'
import { productFrom, type ProductWishes } from '../objects/product.ts'

type NewProduct = ProductWishes & { default_price_data?: PriceWishes | undefined }

/** Stores a new product, with a first price when one is given, and tells that it was created. */
export function createProduct(world: World, wanted: NewProduct): ProductRow {
  if (wanted.id !== undefined && world.store.get('product', wanted.id)) {
    throw invalidRequest(`Product already exists.`, 'id', 'resource_already_exists')
  }
  const row = create(world, 'product', productFrom(world, wanted), 'product.created')
  if (!wanted.default_price_data) return row
  const price = createPrice(world, { ...wanted.default_price_data, product: row.id })
  return change(world, 'product', row, { default_price: price.id }, 'product.updated')
}

/** Three years, the longest period there is (docs.stripe.com/api/prices/create, `recurring.interval_count`). */
const MOST = { day: 1095, week: 156, month: 36, year: 3 } as const

function refuseLongPeriods({ recurring }: PriceWishes): void {
  if (!recurring || (recurring.interval_count ?? 1) <= MOST[recurring.interval]) return
  throw invalidRequest(
    `Invalid recurring[interval_count]: ${recurring.interval_count}; a period is at most three years, ${MOST[recurring.interval]} for the interval ${recurring.interval}`,
    'recurring[interval_count]',
    'parameter_invalid_integer',
  )
}

/**
 * Changes a price and tells that it was updated. A subscription's item refers to its price, so it shows the price as
 * it is now; rows are never changed in place, so the events told before keep what they told.
 */
export function changePrice(world: World, row: PriceRow, patch: Partial<PriceRow>): PriceRow {
  const price = change(world, 'price', row, patch, 'price.updated')
  const shown = (items: readonly SubscriptionItemRow[]) =>
    items.map((item) => (item.price.id === price.id ? { ...item, price, plan: planFrom(price) } : item))
  for (const holder of world.store.all('subscription')) {
    const pending = holder.pending_update
    const held = [...holder.items.data, ...(pending?.subscription_items ?? [])]
    if (!held.some((item) => item.price.id === price.id)) continue
    world.store.put('subscription', {
      ...holder,
      items: { ...holder.items, data: shown(holder.items.data) },
      pending_update: pending?.subscription_items
        ? { ...pending, subscription_items: shown(pending.subscription_items) }
        : pending,
    })
  }
  return price
}

/** A lookup key belongs to one active price; `transfer` takes it from its holder, else it is refused. */
export function claimLookupKey(world: World, key: string, transfer: boolean, self?: string): void {
  const holder = world.store.all('price').find((row) => row.lookup_key === key && row.id !== self)
  if (!holder) return
  if (!transfer) {
    throw invalidRequest(
      `A price (\`${holder.id}\`) already uses that lookup key. To transfer that lookup key from \`${holder.id}\` to this one, use the \`transfer_lookup_key\` parameter.`,
      'lookup_key',
      'resource_already_exists',
    )
  }
  changePrice(world, holder, { lookup_key: null })
}

/** Stores a new price (and its product, when given as data) and tells that it was created. */
export function createPrice(world: World, wanted: PriceWishes): PriceRow {
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
