import { STATUS_CODES, type IncomingMessage } from 'node:http'
import accepts from 'accepts'

/** A fault as RFC 9457 describes it. `title` is a stable key for programs, `detail` a sentence for people. */
export type Problem = { type: 'about:blank'; title: string; status: number; detail: string }

export const PROBLEM_TYPE = 'application/problem+json'

export function problemOf(status: number, title: string, detail: string): Problem {
  return { type: 'about:blank', title, status, detail }
}

/** The key of a refusal that has none of its own: the status by its name, as `not_found`. */
export function keyOf(status: number): string {
  return (STATUS_CODES[status] ?? 'refused').toLowerCase().replaceAll(/\W+/g, '_')
}

/** Whether a refusal is read by a person: a page for a browser, a problem for a program and for who does not say. */
export function wantsPage(accept: string | null | undefined): boolean {
  return (
    accepts({ headers: { accept: accept ?? '*/*' } } as IncomingMessage).type(['json', 'html']) === 'html'
  )
}

/** @param more members beside the standard ones */
export function problemResponse(
  problem: Problem,
  more: object = {},
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify({ ...problem, ...more }), {
    status: problem.status,
    headers: { ...headers, 'Content-Type': PROBLEM_TYPE },
  })
}
