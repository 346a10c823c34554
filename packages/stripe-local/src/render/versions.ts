import type { LooseRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { beforeListsOnRequest } from './before-2022-11-15.ts'
import { beforeBasil, type Transform } from './before-basil.ts'

/** From each of these versions on objects have a new shape; newest first, as they are undone in that order. */
const breaks: readonly { since: string; undo: Record<string, Transform> }[] = [
  // Periods moved to items, and an invoice's links under `parent` and `payments`.
  { since: '2025-03-31', undo: beforeBasil },
  // Lists inside charges and payment intents come only when they are expanded.
  { since: '2022-11-15', undo: beforeListsOnRequest },
]

/** The object, and every object inside it, as an endpoint or client of that API version sees it. */
export function renderFor(world: World, version: string, value: object): object {
  const day = version.slice(0, 10)
  const undone = breaks.filter(({ since }) => day < since).map(({ undo }) => undo)
  return undone.length === 0 ? value : (walk(world, undone, value) as object)
}

function walk(world: World, undone: readonly Record<string, Transform>[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(world, undone, item))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, walk(world, undone, field)]),
  )
  return undone.reduce((row, { [row.object as string]: undo }) => {
    return undo ? undo(world, row as LooseRow) : row
  }, inner)
}
