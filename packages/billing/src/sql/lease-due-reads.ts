import { Prisma, type Db } from '@paidup/db'
import type { Ticket } from './draw-ticket.ts'
import { durable } from './parts/durable.ts'
import { leased } from './parts/leased.ts'
import type { ReadKind } from './want-read.ts'

/** A read that is this process's to do, until its lease ends. The ticket is drawn. */
export type Lease = {
  kind: ReadKind
  objectId: string
  /** What was wanted when it was leased: whether more was since tells whether this read was the last. */
  wanted: bigint
  /** With this one. */
  attempts: number
  ticket: Ticket
}

type Row = Omit<Lease, 'ticket'> & Ticket

/**
 * Takes reads that are due, those first whose payloads could not decide, and of these the oldest. What another worker
 * or an event holds is skipped, so nobody waits here for anybody.
 * @param most how many at most
 */
export async function leaseDueReads(db: Db, most: number): Promise<Lease[]> {
  const due = Prisma.sql`(
    SELECT kind, object_id FROM reads, (SELECT ${durable}) bound
    WHERE due_at <= now() ORDER BY is_urgent DESC, due_at LIMIT ${most}::int
    FOR UPDATE OF reads SKIP LOCKED)`
  const rows = await db.$queryRaw<Row[]>(Prisma.sql`
    WITH due AS MATERIALIZED ${due} ${leased(Prisma.sql`due`)}`)
  return rows.map(leaseFrom)
}

export function leaseFrom({ number, mark, ...lease }: Row): Lease {
  return { ...lease, ticket: { number, mark } }
}
