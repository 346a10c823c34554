import { Prisma, type Tx } from '@paidup/db'
import { claim, limited } from './parts/claim.ts'

/** Milliseconds that a concurrent duplicate waits for the transaction that holds the claim; less than that may last. */
export const CLAIM_WAIT = 4000

/**
 * Claims one event.
 * @returns whether this transaction is the one that processes it
 * @throws PostgreSQL 55P03 when the wait for another that holds the claim runs out.
 */
export async function claimEvent(
  tx: Tx,
  provider: string,
  eventId: string,
  eventType: string,
): Promise<boolean> {
  const source = Prisma.sql`SELECT ${provider}, ${eventId}, ${eventType} FROM limited`
  const claimed = await tx.$queryRaw<{ event_id: string }[]>(Prisma.sql`
    WITH limited AS MATERIALIZED (${limited(CLAIM_WAIT)}) ${claim(source)}`)
  return claimed.length === 1
}
