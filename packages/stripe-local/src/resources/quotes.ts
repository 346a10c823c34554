import { createSubscription } from '../billing/subscribe.ts'
import { missingParam } from '../core/errors.ts'
import { listFrom } from '../core/fields.ts'
import type { LooseRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { customerOf } from '../objects/customer.ts'
import { priceOf } from '../objects/price.ts'
import { simpleRoutes } from './simple.ts'

type Line = { price?: string; quantity?: number }

const linesOf = (row: LooseRow) => listFrom<Line>(row.line_items)

/** An accepted quote for recurring prices becomes a subscription. */
function accept(world: World, row: LooseRow): void {
  const items = linesOf(row).flatMap(({ price, quantity }) =>
    price === undefined ? [] : [{ price: priceOf(world, price), quantity }],
  )
  const recurring = items.filter(({ price }) => price.recurring)
  if (recurring.length === 0 || typeof row.customer !== 'string') return
  const { subscription, invoice } = createSubscription(world, {
    customer: customerOf(world, row.customer),
    items: recurring,
    collection: 'send_invoice',
  })
  world.store.put('quote', { ...row, subscription: subscription.id, invoice: invoice.id })
}

export const quoteRoutes = simpleRoutes({
  path: '/v1/quotes',
  table: 'quote',
  prefix: 'qt',
  build: (world, given) => {
    if (given.line_items === undefined) throw missingParam('line_items')
    const lines = listFrom<Line>(given.line_items)
    const total = lines.reduce(
      (sum, { price, quantity }) =>
        sum + (priceOf(world, price ?? '', 'line_items[0][price]').unit_amount ?? 0) * (quantity ?? 1),
      0,
    )
    return {
      amount_subtotal: total,
      amount_total: total,
      expires_at: world.clock.now() + 30 * 86_400,
      invoice: null,
      number: null,
      status: 'draft',
      subscription: null,
    }
  },
  created: ['quote.created'],
  updated: [],
  actions: [
    {
      verb: 'finalize',
      patch: (world) => ({ status: 'open', number: `QT-${world.ids.next('x', 8).slice(2).toUpperCase()}-1` }),
      events: ['quote.finalized'],
    },
    { verb: 'accept', patch: () => ({ status: 'accepted' }), events: ['quote.accepted'], then: accept },
    { verb: 'cancel', patch: () => ({ status: 'canceled' }), events: ['quote.canceled'] },
  ],
})
