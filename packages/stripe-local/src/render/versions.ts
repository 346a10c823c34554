import type { LooseRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { beforeBasil } from './before-basil.ts'

/** The API version of this emulator's own objects: the one the pinned SDK speaks. */
export const API_VERSION = '2026-10-28.endive'
/** The version that moved periods to items and an invoice's links under `parent` and `payments`. */
const BASIL = '2025-03-31'

/** The object, and every object inside it, as an endpoint or client of that API version sees it. */
export function renderFor(world: World, version: string, value: object): object {
  if (version.slice(0, 10) >= BASIL) return value
  return walk(world, value) as object
}

function walk(world: World, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(world, item))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, walk(world, field)]))
  const transform = beforeBasil[inner.object as string]
  return transform ? transform(world, inner as LooseRow) : inner
}
