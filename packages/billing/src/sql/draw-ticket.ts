import type { Db } from '@paidup/db'

export type Ticket = {
  number: bigint
  /** The row's `last_event_at` when the ticket was drawn; null when there is no row or no mark yet. */
  mark: Date | null
}

/**
 * Draws a ticket and notes the row's mark in one statement, before Stripe is asked. Of two re-reads the one with
 * the higher ticket also saw everything the other could: the order of their answers does not matter.
 */
export async function drawTicket(db: Db, stripeSubscriptionId: string): Promise<Ticket> {
  const [ticket] = await db.$queryRaw<[Ticket]>`
    SELECT nextval('read_ticket') AS number,
           (SELECT last_event_at FROM plan_entitlements
            WHERE stripe_subscription_id = ${stripeSubscriptionId}) AS mark`
  return ticket
}
