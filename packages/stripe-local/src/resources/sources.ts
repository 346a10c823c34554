import { z } from 'zod'
import { intentSettled } from '../billing/collect.ts'
import { invalidRequest, noSuch } from '../core/errors.ts'
import { change, create, emit } from '../core/events.ts'
import { mergeMetadata } from '../core/fields.ts'
import type { LooseRow, Metadata } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { listParams, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { int, text } from '../http/values.ts'
import { cardSourceFrom } from '../objects/card-source.ts'
import { cardByToken } from '../objects/cards.ts'
import { customerOf } from '../objects/customer.ts'

/** Adds a card the old way, by token; the first one becomes the customer's default source. */
function addSource({ world, params: wanted, path }: Call<{ source: string }>): LooseRow {
  const customer = customerOf(world, path())
  const card = cardByToken(wanted.source)
  if (!card) throw invalidRequest(`No such token: '${wanted.source}'`, 'source', 'resource_missing')
  const row = cardSourceFrom(world, customer.id, card)
  world.store.put('local.instrument', { id: row.id, behaviour: card.behaviour })
  create(world, 'card', row, 'customer.source.created')
  if (customer.default_source === null) world.store.put('customer', { ...customer, default_source: row.id })
  return row
}

function sourceOf(world: World, id: string): LooseRow {
  const row = world.store.get('card', id)
  if (!row) throw noSuch('source', id)
  return row
}

/** A bank transfer arrives: the cash pays what waits for it, in full or in part. */
function fund({ world, params: wanted, path }: Call<{ amount: number; currency: string }>): object {
  const customer = customerOf(world, path())
  const balance: LooseRow = {
    id: world.ids.next('ccsbtxn'),
    object: 'cash_balance',
    available: { [wanted.currency]: wanted.amount },
    customer: customer.id,
    livemode: false,
    settings: { reconciliation_mode: 'automatic' },
  }
  emit(world, 'cash_balance.funds_available', balance)
  const transaction = {
    id: balance.id,
    object: 'customer_cash_balance_transaction',
    currency: wanted.currency,
    customer: customer.id,
    net_amount: wanted.amount,
    type: 'funded',
  }
  emit(world, 'customer_cash_balance_transaction.created', transaction)
  for (const intent of world.store.all('payment_intent')) {
    if (
      intent.customer !== customer.id ||
      !intent.payment_method_types.includes('customer_balance') ||
      intent.status === 'succeeded'
    )
      continue
    if (wanted.amount < intent.amount) emit(world, 'payment_intent.partially_funded', intent)
    else
      intentSettled(
        world,
        change(
          world,
          'payment_intent',
          intent,
          { status: 'succeeded', amount_received: intent.amount },
          'payment_intent.succeeded',
        ),
      )
  }
  return { ...balance, id: undefined }
}

export const sourceRoutes = [
  route(
    'POST',
    '/v1/customers/:id/sources',
    params({ source: text, metadata: metadata.optional() }),
    addSource,
  ),
  route(
    'GET',
    '/v1/customers/:id/sources',
    listParams({ object: text.optional() }),
    ({ world, params: wanted, path, url }) =>
      page(
        url,
        world.store.all('card').filter((row) => row.customer === path()),
        wanted,
      ),
  ),
  route('GET', '/v1/customers/:id/sources/:source', params({}), ({ world, path }) =>
    sourceOf(world, path('source')),
  ),
  route(
    'POST',
    '/v1/customers/:id/sources/:source',
    z.looseObject({ metadata: metadata.optional() }),
    ({ world, params: wanted, path }) => {
      const row = sourceOf(world, path('source'))
      return change(
        world,
        'card',
        row,
        { metadata: mergeMetadata(row.metadata as Metadata, wanted.metadata) },
        'customer.source.updated',
      )
    },
  ),
  route('DELETE', '/v1/customers/:id/sources/:source', params({}), ({ world, path }) => {
    const row = sourceOf(world, path('source'))
    world.store.remove('card', row.id)
    emit(world, 'customer.source.deleted', row)
    return { id: row.id, object: 'card', deleted: true }
  }),
  route(
    'POST',
    '/v1/test_helpers/customers/:id/fund_cash_balance',
    params({ amount: int, currency: text, reference: text.optional() }),
    fund,
  ),
]
