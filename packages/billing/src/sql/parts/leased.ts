import { Prisma } from '@paidup/db'

/**
 * Seconds that a read may take before somebody else takes it up. One request to Stripe takes 40 at most, three tries of
 * 10 and the pauses between them. A read that is done twice does no harm: that is what tickets are for.
 */
const LEASE_SECONDS = 90

/**
 * Leases rows of `reads` as `read`: moves their time to when the lease ends, draws their tickets, and notes the marks of
 * the rows that they will be written to. The mark may be older than the row that is locked here, by an event that
 * committed meanwhile: the answer is then not written, and asked for again.
 * @param due the rows, each with the `kind` and `object_id` of one; locked already, or nobody else's
 */
export function leased(due: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    UPDATE reads AS read SET
      drawn = GREATEST(read.drawn, COALESCE(known.read_ticket, 0)) + 1,
      due_at = now() + make_interval(secs => ${LEASE_SECONDS}::int),
      attempts = read.attempts + 1
    FROM ${due} AS due
    LEFT JOIN plan_entitlements known ON due.kind = 'subscription' AND known.stripe_subscription_id = due.object_id
    WHERE read.kind = due.kind AND read.object_id = due.object_id
    RETURNING read.kind, read.object_id AS "objectId", read.wanted, read.attempts,
              read.drawn AS number, known.last_event_at AS mark`
}
