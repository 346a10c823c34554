import type { LooseRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import type { Card } from './cards.ts'

/** A card the old way, as a source of a customer; not yet stored. */
export function cardSourceFrom(world: World, customer: string, card: Card): LooseRow {
  return {
    id: world.ids.next('card'),
    object: 'card',
    brand: card.brand,
    customer,
    exp_month: 12,
    exp_year: 2034,
    funding: card.funding,
    last4: card.last4,
    metadata: {},
  }
}
