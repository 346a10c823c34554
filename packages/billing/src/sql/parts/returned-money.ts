import { Prisma } from '@paidup/db'

/**
 * What was refunded of a payment `p` of `stripe_payments`, as Stripe's `charge.amount_refunded` has it. A charge may
 * tell the sum before its refunds are told one by one, so the greater counts; what failed came back. Each of the
 * three only grows, so the order in which they become known does not matter.
 */
export const refunded = Prisma.sql`
  (SELECT GREATEST(p.amount_refunded_told, COALESCE(sum(f.amount) FILTER (WHERE f.kind = 'refund'), 0))
          - COALESCE(sum(f.amount) FILTER (WHERE f.kind = 'refund_failed'), 0)
   FROM payments f WHERE f.stripe_payment_id = p.stripe_payment_id)`

/** What the bank took back of a payment `p` in disputes that were lost. A loss may yet be overturned: won counts more. */
export const lost = Prisma.sql`
  (SELECT COALESCE(sum(f.amount), 0)
   FROM payments f
   WHERE f.stripe_payment_id = p.stripe_payment_id AND f.kind = 'dispute_lost' AND NOT EXISTS (
     SELECT FROM payments won WHERE won.stripe_object_id = f.stripe_object_id AND won.kind = 'dispute_won'))`
