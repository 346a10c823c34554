import type { z } from 'zod'
import { type ItemChange, updateItems } from '../billing/update.ts'
import { noSuch } from '../core/errors.ts'
import { mergeMetadata } from '../core/fields.ts'
import type { SubscriptionItemRow, SubscriptionRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { accepted, listParams, params } from '../http/params.ts'
import { route } from '../http/route.ts'
import { flag, int, text, timestamp } from '../http/values.ts'
import { priceOf } from '../objects/price.ts'
import { subscriptionById } from '../objects/subscription.ts'
import { expectPendable } from './pending-updates.ts'

const billing = {
  payment_behavior: text.optional(),
  proration_behavior: text.optional(),
  proration_date: timestamp.optional(),
  ...accepted(
    'billing_thresholds',
    'discounts',
    'off_session',
    'price_data',
    'tax_rates',
    'trial',
    'clear_usage',
  ),
}
const shared = { ...billing, metadata: metadata.optional(), price: text.optional(), quantity: int.optional() }
const createParams = params({ ...shared, subscription: text })
type Billing = z.infer<z.ZodObject<typeof billing>>

function find(world: World, id: string): { item: SubscriptionItemRow; subscription: SubscriptionRow } {
  for (const subscription of world.store.each('subscription')) {
    const item = subscription.items.data.find((row) => row.id === id)
    if (item) return { item, subscription }
  }
  throw noSuch('subscription_item', id, 'item')
}

function apply(world: World, row: SubscriptionRow, wish: ItemChange, wanted: Billing): SubscriptionRow {
  expectPendable(world, row, { ...wanted, subscription: undefined }, 'item')
  return updateItems(world, row, {
    changes: [wish],
    proration: wanted.proration_behavior ?? 'create_prorations',
    prorationDate: wanted.proration_date,
    behaviour: wanted.payment_behavior,
    patch: {},
  })
}

export const subscriptionItemRoutes = [
  route('POST', '/v1/subscription_items', createParams, ({ world, params: wanted }) => {
    const row = subscriptionById(world, wanted.subscription)
    const price = priceOf(world, wanted.price ?? '', 'price')
    const updated = apply(
      world,
      row,
      { price, quantity: wanted.quantity, metadata: mergeMetadata({}, wanted.metadata) },
      wanted,
    )
    return updated.items.data.find(({ id }) => !row.items.data.some((old) => old.id === id)) ?? updated
  }),
  route(
    'GET',
    '/v1/subscription_items',
    listParams({ subscription: text }),
    ({ world, params: wanted, url }) =>
      page(url, [...subscriptionById(world, wanted.subscription).items.data].reverse(), wanted),
  ),
  route('GET', '/v1/subscription_items/:id', params({}), ({ world, path }) => find(world, path()).item),
  route('POST', '/v1/subscription_items/:id', params(shared), ({ world, params: wanted, path }) => {
    const { item, subscription } = find(world, path())
    const price = wanted.price === undefined ? undefined : priceOf(world, wanted.price, 'price')
    apply(
      world,
      subscription,
      {
        id: item.id,
        price,
        quantity: wanted.quantity,
        metadata: mergeMetadata(item.metadata, wanted.metadata),
      },
      wanted,
    )
    return find(world, item.id).item
  }),
  route(
    'DELETE',
    '/v1/subscription_items/:id',
    params({ ...billing, clear_usage: flag.optional() }),
    ({ world, params: wanted, path }) => {
      const { item, subscription } = find(world, path())
      apply(world, subscription, { id: item.id, deleted: true }, wanted)
      return { id: item.id, object: 'subscription_item', deleted: true }
    },
  ),
]
