import { Prisma } from '@paidup/db'
import type { JobDeps } from '../deps.ts'
import { runRead } from '../jobs/run-read.ts'
import { leaseFrom } from '../sql/lease-due-reads.ts'
import { leased } from '../sql/parts/leased.ts'

/**
 * Does every read that is wanted, whatever its time.
 * @param objectIds of these subscriptions alone; by default of all
 * @returns how many were wanted
 * @throws Error when one failed
 */
export async function runReads(deps: JobDeps, objectIds?: readonly string[]): Promise<number> {
  const wanted = objectIds
    ? Prisma.sql`kind = 'subscription' AND object_id = ANY (${objectIds}) AND due_at IS NOT NULL`
    : Prisma.sql`due_at IS NOT NULL`
  const rows = await deps.db.$queryRaw<Parameters<typeof leaseFrom>[0][]>(
    leased(Prisma.sql`(SELECT kind, object_id FROM reads WHERE ${wanted} FOR UPDATE)`),
  )
  for (const lease of rows.map(leaseFrom)) {
    const ended = await runRead(deps, lease)
    if (ended === 'failed') throw new Error(`The read of ${lease.objectId} failed`)
  }
  return rows.length
}
