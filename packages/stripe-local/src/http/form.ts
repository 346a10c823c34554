import qs from 'qs'
import { invalidRequest } from '../core/errors.ts'
import { bracketedKey } from './metadata.ts'

/**
 * Bracketed form fields or a query as a tree. Wide limits: nothing a client sends may be cut off silently. Throws 400
 * for a metadata key with brackets of its own.
 */
export function parseForm(source: string): Record<string, unknown> {
  const wrong = bracketedKey(source)
  if (wrong !== undefined) throw invalidRequest(wrong, 'metadata')
  // Plain objects: a key such as `constructor` is a key like any other.
  return qs.parse(source, { depth: 20, arrayLimit: 1000, parameterLimit: 10_000, plainObjects: true })
}
