import { Prisma } from '@paidup/db'

/**
 * Whether the invoice of a row of `payments` was paid in the end, or given up. Looked up for each row: an EXISTS may be
 * answered, too, by reading every fact there is into a hash.
 * @param row the alias of `payments`
 */
export function isSettled(row: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    COALESCE((SELECT true FROM payments over
              WHERE over.stripe_object_id = ${row}.stripe_object_id
                AND over.kind IN ('invoice_paid', 'invoice_voided', 'invoice_marked_uncollectible')
              LIMIT 1), false)`
}
