import type { TimerKind } from './rows.ts'
import type { World } from './world.ts'

/**
 * Asks for `kind` to be looked at for the object `ref` at `at` (Unix seconds on that object's clock).
 * One timer per kind and object: asking again moves it.
 */
export function schedule(
  world: World,
  kind: TimerKind,
  ref: string,
  at: number,
  clock: string | null = null,
): void {
  world.store.put('local.timer', { id: `${kind}:${ref}`, kind, ref, at, clock })
}

export function unschedule(world: World, kind: TimerKind, ref: string): void {
  world.store.remove('local.timer', `${kind}:${ref}`)
}

/** The test clock that rules a customer's objects, or null for the world's own clock. */
export function clockOf(world: World, customer: string | null | undefined): string | null {
  const row = world.store.get('customer', customer)
  return row && !row.deleted ? (row.test_clock ?? null) : null
}
