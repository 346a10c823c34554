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

/** Stripe's merge: named keys are set, an empty value removes its key, and '' removes all. */
export function mergeMetadata(old: Metadata | null, given: Metadata | '' | undefined): Metadata {
  if (given === undefined) return old ?? {}
  if (given === '') return {}
  const merged = { ...old, ...given }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}
