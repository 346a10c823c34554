import { API_VERSION } from './api-version.ts'
import type { EventRow, LooseRow, TableName, Tables } from './rows.ts'
import { timeOf, type World } from './world.ts'

/** Stores one event and hands it to delivery. The only place that makes events. */
export function emit(
  world: World,
  type: string,
  object: { id: string; object: string },
  previous?: Record<string, unknown>,
  overrides: Partial<Pick<EventRow, 'account' | 'created' | 'livemode'>> = {},
): EventRow {
  const row = object as LooseRow
  const event: EventRow = {
    id: world.ids.next('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: timeOf(world, row),
    // Only updates tell what was before, and refunds of a charge.
    data:
      previous && (type.endsWith('.updated') || type === 'charge.refunded')
        ? { object: row, previous_attributes: previous }
        : { object: row },
    livemode: false,
    pending_webhooks: 0,
    request: {
      id: world.request?.id ?? null,
      idempotency_key: world.request?.idempotencyKey ?? null,
    },
    type,
    ...overrides,
  }
  world.store.put('event', event)
  world.onEvent(event)
  return event
}

/** Puts a new row and tells that it was created. */
export function create<T extends TableName>(
  world: World,
  table: T,
  row: Tables[T] & { object: string },
  ...types: string[]
): Tables[T] {
  world.store.put(table, row)
  for (const type of types) emit(world, type, row)
  return row
}

/**
 * Puts the changed row; when anything differs it emits `types`, each with the previous attributes.
 * Returns the new row.
 */
export function change<T extends TableName>(
  world: World,
  table: T,
  row: Tables[T] & { object: string },
  patch: Partial<Tables[T]>,
  ...types: string[]
): Tables[T] {
  const next = { ...row, ...patch }
  const previous = difference(row, next)
  world.store.put(table, next)
  if (Object.keys(previous).length > 0) for (const type of types) emit(world, type, next, previous)
  return next
}

const isHash = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The old values of what changed, at the depth Stripe shows them: hashes are entered, lists are whole. */
function difference(before: object, after: object): Record<string, unknown> {
  const old: Record<string, unknown> = {}
  const [from, to] = [before as Record<string, unknown>, after as Record<string, unknown>]
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [was, is] = [from[key] ?? null, to[key] ?? null]
    if (was === is) continue
    if (isHash(was) && isHash(is) && was.object !== 'list') {
      const inner = difference(was, is)
      if (Object.keys(inner).length > 0) old[key] = inner
    } else if (JSON.stringify(was) !== JSON.stringify(is)) {
      old[key] = was
    }
  }
  return old
}
