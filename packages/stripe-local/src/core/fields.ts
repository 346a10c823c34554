import { invalidRequest } from './errors.ts'
import type { Metadata } from './rows.ts'

/** Those of the named fields that were given. */
export function pick<T extends object, K extends keyof T>(
  from: T,
  ...keys: readonly K[]
): { [P in K]?: Exclude<T[P], undefined> } {
  const picked: { [P in K]?: Exclude<T[P], undefined> } = {}
  for (const key of keys) if (from[key] !== undefined) picked[key] = from[key] as Exclude<T[K], undefined>
  return picked
}

export const MAX_METADATA_KEYS = 50
export const tooManyKeys = (count: number): string =>
  `Metadata can have up to ${MAX_METADATA_KEYS} keys, but you've set ${count}.`

/**
 * Stripe's merge: named keys are set, an empty value removes its key, and '' removes all. Throws 400 when there would
 * be more than 50 keys.
 */
export function mergeMetadata(old: Metadata | null, given: Metadata | '' | undefined): Metadata {
  if (given === undefined) return old ?? {}
  if (given === '') return {}
  const merged = { ...old, ...given }
  const kept = Object.entries(merged).filter(([, value]) => value !== '')
  if (kept.length > MAX_METADATA_KEYS) throw invalidRequest(tooManyKeys(kept.length), 'metadata')
  return Object.fromEntries(kept)
}

/** Lists reach us as lists or, with numbered keys, as hashes. */
export const listFrom = <T>(value: unknown): T[] =>
  Array.isArray(value) ? (value as T[]) : Object.values((value ?? {}) as Record<string, T>)
