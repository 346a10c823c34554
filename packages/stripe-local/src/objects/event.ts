import { noSuch } from '../core/errors.ts'
import type { EventRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'

export function eventOf(world: World, id: string): EventRow {
  const row = world.store.get('event', id)
  if (!row) throw noSuch('event', id)
  return row
}
