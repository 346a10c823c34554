import type { LoaderFunctionArgs } from '@remix-run/node'
import { problemOf, problemResponse } from '../http/problem.server.ts'

/** Whether this process can serve: the database answers, has what the code needs, and takes writes. */
export async function loader({ context: { readiness } }: LoaderFunctionArgs): Promise<Response> {
  const faults = await readiness()
  if (faults.length === 0) return Response.json({ status: 'ready' })
  return problemResponse(problemOf(503, 'not_ready', faults.join(' ')), { missing: faults })
}
