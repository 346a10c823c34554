import qs from 'qs'

/** Bracketed form fields or a query as a tree. Wide limits: nothing a client sends may be cut off silently. */
export function parseForm(source: string): Record<string, unknown> {
  return qs.parse(source, { depth: 20, arrayLimit: 1000, parameterLimit: 10_000 })
}
