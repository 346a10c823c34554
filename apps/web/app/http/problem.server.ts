/** A fault as RFC 9457 describes it. `title` is a stable key for programs, `detail` a sentence for people. */
export type Problem = { type: 'about:blank'; title: string; status: number; detail: string }

export const PROBLEM_TYPE = 'application/problem+json'

export function problemOf(status: number, title: string, detail: string): Problem {
  return { type: 'about:blank', title, status, detail }
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
