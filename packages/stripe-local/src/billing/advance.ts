import { LAST_INSTANT, LONGEST_ADVANCE } from '../core/clock.ts'
import { invalidRequest } from '../core/errors.ts'
import type { TimerKind, TimerRow } from '../core/rows.ts'
import { timeOf, type World } from '../core/world.ts'
import { fire } from './due.ts'

const DAY = 86_400
const KEPT_DAYS = 30

/** Of one instant these come first, so that nothing renews that was to end, to be forgotten or to be another plan. */
const endings: readonly TimerKind[] = ['subscription.cancel', 'subscription.pending', 'schedule.phase']

/** The earliest timer due. */
function nextDue(world: World, clock: string | null, until: number): TimerRow | undefined {
  let next: TimerRow | undefined
  for (const timer of world.store.each('local.timer')) {
    if (timer.clock !== clock || timer.at > until) continue
    if (!next || timer.at < next.at || (timer.at === next.at && endings.includes(timer.kind))) next = timer
  }
  return next
}

/** Lets everything happen that is due on a clock (null: the world's own) up to `until`, each at its own second. */
export function runTimers(world: World, clock: string | null, until: number): void {
  for (let timer = nextDue(world, clock, until); timer; timer = nextDue(world, clock, until)) {
    const { kind, ref, at, id } = timer
    world.store.remove('local.timer', id)
    if (clock !== null) setFrozenTime(world, clock, at)
    world.clock.at(clock === null ? at * 1000 : null, () => fire(world, kind, ref))
  }
}

/** Moves a test clock forward, never back. */
export function setFrozenTime(world: World, clock: string, seconds: number): void {
  const row = world.store.get('test_helpers.test_clock', clock)
  if (row && row.frozen_time < seconds)
    world.store.put('test_helpers.test_clock', { ...row, frozen_time: seconds })
}

/** What may be advanced by, in words. */
export const ADVANCE_RULE = `seconds must be a whole number from 1 to ${LONGEST_ADVANCE} (ten years)`

/**
 * Moves the world's own clock forward by whole seconds, with all that happens on the way. Throws 400 for a step that
 * is none, is longer than ten years, or would lead past the last instant.
 */
export function advanceWorld(world: World, seconds: number): void {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_ADVANCE)
    throw invalidRequest(`${ADVANCE_RULE}, not ${seconds}.`, 'seconds')
  const left = LAST_INSTANT - world.clock.now()
  if (seconds > left) {
    throw invalidRequest(
      `The clock ends at ${new Date(LAST_INSTANT * 1000).toISOString()}: seconds can be at most ${left} now. POST /_local/reset sets it back to the present.`,
      'seconds',
    )
  }
  runTimers(world, null, world.clock.now() + seconds)
  world.clock.skippedMs += seconds * 1000
  forget(world)
}

/** Drops events (and their deliveries) older than 30 days on their own clock, as Stripe does. */
export function forget(world: World): void {
  const gone = new Set<string>()
  for (const event of world.store.all('event')) {
    if (event.created >= timeOf(world, event.data.object) - KEPT_DAYS * DAY) continue
    gone.add(event.id)
    world.store.remove('event', event.id)
  }
  if (gone.size > 0) {
    for (const row of world.store.all('local.delivery'))
      if (gone.has(row.event)) world.store.remove('local.delivery', row.id)
  }
  const yesterday = world.clock.now() - DAY
  for (const saved of world.store.all('local.idempotency'))
    if (saved.at < yesterday) world.store.remove('local.idempotency', saved.id)
}
