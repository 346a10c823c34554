import type { Db } from '@paidup/db'
import { durable } from './parts/durable.ts'

export type Ticket = {
  number: bigint
  /** The row's `last_event_at` when the ticket was drawn; null when there is no row or no mark yet. */
  mark: Date | null
}

/**
 * Draws a subscription's next ticket and notes its row's mark in one statement, before Stripe is asked. Of two re-reads
 * the one with the higher ticket also saw everything the other could: the order of their answers does not matter.
 *
 * A counter and no sequence: `nextval` waits for nobody's flush and is logged 32 ahead, so after a crash PostgreSQL
 * gives out numbers again that are in use. It never begins below the row's own ticket, whatever was restored.
 */
export async function drawTicket(db: Db, stripeSubscriptionId: string): Promise<Ticket> {
  const [ticket] = await db.$queryRaw<[Ticket]>`
    WITH bound AS MATERIALIZED (SELECT ${durable}),
    known AS (
      SELECT max(last_event_at) AS mark, COALESCE(max(read_ticket), 0) AS ticket FROM plan_entitlements
      WHERE stripe_subscription_id = ${stripeSubscriptionId})
    INSERT INTO reads AS read (kind, object_id, drawn)
    SELECT 'subscription', ${stripeSubscriptionId}, known.ticket + 1 FROM bound, known
    ON CONFLICT (kind, object_id) DO UPDATE SET drawn = GREATEST(read.drawn + 1, EXCLUDED.drawn)
    RETURNING drawn AS number, (SELECT mark FROM known) AS mark`
  return ticket
}
