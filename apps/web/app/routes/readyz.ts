import { catalogueFaults } from '@paidup/billing'
import { readinessFaults, type Db } from '@paidup/db'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { problemOf, problemResponse } from '../problem.server.ts'

/** Whether this process can serve: the database answers and has what the code needs. */
export async function loader({ context: { db, env, log } }: LoaderFunctionArgs): Promise<Response> {
  const faults = await faultsOf(db, env.livemode).catch((error: unknown) => {
    log.warn({ err: error }, 'the database does not answer')
    return ['The database does not answer.']
  })
  if (faults.length === 0) return Response.json({ status: 'ready' })
  return problemResponse(problemOf(503, 'not_ready', faults.join(' ')), { missing: faults })
}

/** The plans are looked for only where there are tables. */
async function faultsOf(db: Db, livemode: boolean): Promise<string[]> {
  const faults = await readinessFaults(db)
  return faults.length > 0 ? faults : catalogueFaults({ db, livemode })
}
