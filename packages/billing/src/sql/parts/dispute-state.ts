import { Prisma } from '@paidup/db'

/**
 * How disputes stand over the payments that paid for something: `lost` when one was lost and not overturned, else
 * `open` when one is undecided, else NULL. Made of facts, so it does not matter in which order they came.
 * @param paidBy a condition on `p` of `stripe_payments`
 */
export function disputeState(paidBy: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    (SELECT CASE WHEN bool_or(d.is_lost) THEN 'lost' WHEN bool_or(d.is_open) THEN 'open' END
     FROM (SELECT bool_or(f.kind = 'dispute_lost') AND NOT bool_or(f.kind = 'dispute_won') AS is_lost,
                  bool_or(f.kind = 'dispute_opened')
                    AND NOT bool_or(f.kind IN ('dispute_won', 'dispute_lost')) AS is_open
           FROM payments f JOIN stripe_payments p USING (stripe_payment_id)
           WHERE f.kind IN ('dispute_opened', 'dispute_won', 'dispute_lost') AND ${paidBy}
           GROUP BY f.stripe_object_id) d)`
}
