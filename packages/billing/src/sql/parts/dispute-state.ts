import { Prisma } from '@paidup/db'

/**
 * How disputes stand over the payments that paid for something: `lost` when one was lost and not overturned, else
 * `open` when one is undecided, else NULL. Made of facts, so it does not matter in which order they came.
 *
 * The payments are an array, which is made once, so that the index of disputes is asked for each: of a join the planner
 * may think that to read all facts is cheaper.
 * @param payments a query for their ids
 */
export function disputeState(payments: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    (SELECT CASE WHEN bool_or(d.is_lost) THEN 'lost' WHEN bool_or(d.is_open) THEN 'open' END
     FROM (SELECT bool_or(f.kind = 'dispute_lost') AND NOT bool_or(f.kind = 'dispute_won') AS is_lost,
                  bool_or(f.kind = 'dispute_opened')
                    AND NOT bool_or(f.kind IN ('dispute_won', 'dispute_lost')) AS is_open
           FROM payments f
           WHERE f.kind IN ('dispute_opened', 'dispute_won', 'dispute_lost')
             AND f.stripe_payment_id = ANY (ARRAY(${payments}))
           GROUP BY f.stripe_object_id) d)`
}
