import { z } from 'zod'
import { noSuch } from '../core/errors.ts'
import type { SubscriptionRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { timestamp } from '../http/params.ts'

/** An instant (Unix seconds), or `now`. */
export const trialEnd = z.union([z.literal('now'), timestamp])

export function subscriptionById(world: World, id: string): SubscriptionRow {
  const row = world.store.get('subscription', id)
  if (!row) throw noSuch('subscription', id)
  return row
}
