import { readinessFaults } from '@paidup/db'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { problemOf, problemResponse } from '../problem.server.ts'

/** Whether this process can serve: the database answers and has what the code needs. */
export async function loader({ context: { db, log } }: LoaderFunctionArgs): Promise<Response> {
  const faults = await readinessFaults(db).catch((error: unknown) => {
    log.warn({ err: error }, 'the database does not answer')
    return ['The database does not answer.']
  })
  if (faults.length === 0) return Response.json({ status: 'ready' })
  return problemResponse(problemOf(503, 'not_ready', faults.join(' ')), { missing: faults })
}
