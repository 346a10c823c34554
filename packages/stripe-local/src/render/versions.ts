import type { World } from '../core/world.ts'

/** The API version of this emulator's own objects: the one the pinned SDK speaks. */
export const API_VERSION = '2026-10-28.endive'

/** The object as an endpoint or client of that API version sees it. */
export function renderFor(_world: World, _version: string, value: object): object {
  return value
}
