import { forget, runTimers, setFrozenTime } from '../billing/advance.ts'
import { LONGEST_ADVANCE } from '../core/clock.ts'
import { invalidRequest } from '../core/errors.ts'
import { change, create, emit } from '../core/events.ts'
import type { TestClockRow } from '../core/rows.ts'
import { page } from '../http/list.ts'
import { listParams, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { text, timestamp } from '../http/values.ts'
import { testClockById, testClockFrom } from '../objects/test-clock.ts'

/** Starts to advance; the clock is `ready` once everything due by then has happened. */
function advance({ world, params: wanted, path }: Call<{ frozen_time: number }>): TestClockRow {
  const row = testClockById(world, path())
  if (row.status !== 'ready')
    throw invalidRequest(
      'Test clock advancement underway. It will need to be ready before it can be advanced.',
      undefined,
      'test_clock_advancement_underway',
    )
  if (wanted.frozen_time <= row.frozen_time)
    throw invalidRequest('The frozen time must be after the current frozen time.', 'frozen_time')
  if (wanted.frozen_time - row.frozen_time > LONGEST_ADVANCE) {
    throw invalidRequest(
      `The frozen time can be advanced by at most ${LONGEST_ADVANCE} seconds (ten years) at once.`,
      'frozen_time',
    )
  }
  const advancing = change(
    world,
    'test_helpers.test_clock',
    row,
    { status: 'advancing', status_details: { advancing: { target_frozen_time: wanted.frozen_time } } },
    'test_helpers.test_clock.advancing',
  )
  setImmediate(() => {
    world.clock.at(null, () => {
      runTimers(world, row.id, wanted.frozen_time)
      setFrozenTime(world, row.id, wanted.frozen_time)
      const now = world.store.get('test_helpers.test_clock', row.id)
      if (now)
        change(
          world,
          'test_helpers.test_clock',
          now,
          { status: 'ready', status_details: {} },
          'test_helpers.test_clock.ready',
        )
      forget(world)
    })
  })
  return advancing
}

function remove({ world, path }: Call<unknown>): object {
  const row = testClockById(world, path())
  for (const customer of world.store.all('customer')) {
    if (!customer.deleted && customer.test_clock === row.id)
      world.store.put('customer', { id: customer.id, object: 'customer', deleted: true })
  }
  for (const timer of world.store.all('local.timer'))
    if (timer.clock === row.id) world.store.remove('local.timer', timer.id)
  emit(world, 'test_helpers.test_clock.deleted', row)
  world.store.remove('test_helpers.test_clock', row.id)
  return { id: row.id, object: 'test_helpers.test_clock', deleted: true }
}

export const testClockRoutes = [
  route(
    'POST',
    '/v1/test_helpers/test_clocks',
    params({ frozen_time: timestamp, name: text.optional() }),
    ({ world, params: wanted }) =>
      create(
        world,
        'test_helpers.test_clock',
        testClockFrom(world, wanted.frozen_time, wanted.name),
        'test_helpers.test_clock.created',
      ),
  ),
  route('GET', '/v1/test_helpers/test_clocks', listParams({}), ({ world, params: wanted, url }) =>
    page(url, world.store.all('test_helpers.test_clock'), wanted),
  ),
  route('GET', '/v1/test_helpers/test_clocks/:id', params({}), ({ world, path }) =>
    testClockById(world, path()),
  ),
  route('POST', '/v1/test_helpers/test_clocks/:id/advance', params({ frozen_time: timestamp }), advance),
  route('DELETE', '/v1/test_helpers/test_clocks/:id', params({}), remove),
]
