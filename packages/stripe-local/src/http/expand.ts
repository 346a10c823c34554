import { invalidRequest } from '../core/errors.ts'
import type { LooseRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'

/** Fields that an object has only when asked for, by object type and name. */
export type Computed = Record<string, Record<string, (world: World, row: LooseRow) => unknown>>

const MAX_LEVELS = 4

/**
 * Refuses a path that names more than four levels; `data` of a list and plain hashes are levels, too
 * (docs.stripe.com/api/expanding_objects). Throws 400 `property_expansion_max_depth`.
 */
export function refuseDeepPaths(paths: readonly string[]): void {
  const at = paths.findIndex((path) => path.split('.').length > MAX_LEVELS)
  if (at === -1) return
  throw invalidRequest(
    `You cannot expand more than ${MAX_LEVELS} levels of a property. Property: ${paths[at] ?? ''}`,
    `expand[${at}]`,
    'property_expansion_max_depth',
  )
}

/** The object with each dotted path replaced by what its id stands for. */
export function expandPaths(
  world: World,
  computed: Computed,
  value: object,
  paths: readonly string[],
): object {
  return paths.reduce<object>(
    (object, path) => expandOne(world, computed, object, path.split('.'), path) as object,
    value,
  )
}

function expandOne(
  world: World,
  computed: Computed,
  value: unknown,
  keys: readonly string[],
  path: string,
): unknown {
  const [key, ...rest] = keys
  if (key === undefined || value === null) return value
  if (Array.isArray(value)) return value.map((item) => expandOne(world, computed, item, keys, path))
  if (typeof value !== 'object') throw invalidRequest(`This property cannot be expanded (${path}).`, 'expand')
  const row = value as LooseRow
  const inner = resolve(world, computed, row, key, path)
  return { ...row, [key]: expandOne(world, computed, inner, rest, path) }
}

function resolve(world: World, computed: Computed, row: LooseRow, key: string, path: string): unknown {
  const field = row[key]
  if (typeof field === 'string') {
    const found = world.store.find(field)
    if (found) return found
  } else if (Array.isArray(field) && field.every((item) => typeof item === 'string')) {
    return field.map((id) => world.store.find(id) ?? id)
  } else if (field !== undefined) {
    return field
  }
  const compute = computed[row.object]?.[key]
  if (compute) return compute(world, row)
  throw invalidRequest(
    `This property cannot be expanded (${path}). You may want to try expanding a different property.`,
    'expand',
  )
}
