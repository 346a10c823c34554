import { noSuch } from '../core/errors.ts'
import type { TestClockRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'

const DAY = 86_400

/** A new test clock, frozen at an instant (Unix seconds); not yet stored. */
export function testClockFrom(world: World, frozenTime: number, name?: string): TestClockRow {
  return {
    id: world.ids.next('clock'),
    object: 'test_helpers.test_clock',
    created: world.clock.now(),
    deletes_after: world.clock.now() + 30 * DAY,
    frozen_time: frozenTime,
    livemode: false,
    name: name ?? null,
    status: 'ready',
    status_details: {},
  }
}

export function testClockById(world: World, id: string): TestClockRow {
  const row = world.store.get('test_helpers.test_clock', id)
  if (!row) throw noSuch('test clock', id)
  return row
}
