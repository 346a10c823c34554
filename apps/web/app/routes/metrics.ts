import { createHash, timingSafeEqual } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { problemOf, problemResponse } from '../http/problem.server.ts'

/** `GET /metrics` for Prometheus, to whoever has METRICS_TOKEN. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const token = context.env.METRICS_TOKEN
  if (token === undefined)
    return problemResponse(problemOf(404, 'no_metrics', 'Set METRICS_TOKEN to have metrics.'))
  if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${token}`)) {
    const problem = problemOf(401, 'unauthorized', 'Send Authorization: Bearer and METRICS_TOKEN.')
    return problemResponse(problem, {}, { 'WWW-Authenticate': 'Bearer' })
  }
  return new Response(await context.metrics.text(), {
    headers: { 'Content-Type': context.metrics.contentType },
  })
}

/** Takes the same time wherever the two begin to differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
