import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'
import type { EventRow, LooseRow } from './rows.ts'
import type { Rules } from './rules.ts'
import type { Store } from './store.ts'

export type RequestContext = { id: string; idempotencyKey: string | null }

/** Everything a handler may touch. Handlers are synchronous, so each request is one atomic step. */
export type World = {
  store: Store
  ids: Ids
  clock: Clock
  /** Where this server can be reached, without a trailing slash. */
  url: string
  /** The API request being handled, or null while time alone moves things. */
  request: RequestContext | null
  /** What becomes of a subscription whose renewal could never be collected. */
  dunningEnd: 'cancel' | 'unpaid' | 'past_due' | 'pause'
  rules: Rules
  /** Told about every event once it is stored. */
  onEvent: (event: EventRow) => void
  /** Delivers a stored event again, to one endpoint or to all that listen. */
  resend: (event: EventRow, endpoint?: string) => void
}

/** Unix seconds on the clock that rules this customer: its test clock, or the world's. */
export function timeFor(world: World, customer: string | null | undefined): number {
  const row = world.store.get('customer', customer)
  return timeOf(world, row)
}

/** Unix seconds on the clock that rules this object. */
export function timeOf(world: World, row: LooseRow | undefined): number {
  if (row?.object === 'test_helpers.test_clock') return row.frozen_time as number
  if (typeof row?.test_clock === 'string') {
    const frozen = world.store.find(row.test_clock)?.frozen_time
    if (typeof frozen === 'number') return frozen
  }
  if (row && row.object !== 'customer' && typeof row.customer === 'string') {
    return timeFor(world, row.customer)
  }
  // Objects without a customer of their own live by the clock of what they belong to.
  const owner = row?.invoice ?? row?.charge
  if (typeof owner === 'string') return timeOf(world, world.store.find(owner))
  return world.clock.now()
}
