import { Prisma } from '@paidup/db'
import { durable } from './durable.ts'

/**
 * Guard 1, the claim: inserts events into the ledger, and returns those that this transaction is the one to process.
 * Must be in the first statement of its transaction, so that claim and effect commit or vanish together.
 * @param source a SELECT of provider, event id and event type. It has to read from `limited`, so that this runs first
 */
export function claim(source: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO processed_events (provider, event_id, event_type)
    ${source}
    ON CONFLICT (provider, event_id) DO NOTHING
    RETURNING event_id`
}

/**
 * One row, and for as long as the transaction lasts a bound on how long it waits for locks. A duplicate of an event
 * that is being processed waits on the unique index until that transaction ends: then it either loses (committed) or
 * takes over (rolled back). Set inside the statement that claims, which spares a round trip and needs no session state
 * that a pooler would lose. What is claimed is answered 200, so its commit is durable.
 * @param wait milliseconds
 */
export function limited(wait: number): Prisma.Sql {
  return Prisma.sql`SELECT set_config('lock_timeout', ${String(wait)}, true), ${durable}`
}
