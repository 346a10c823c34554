import { Prisma } from '@paidup/db'

/**
 * Condition on a row that names its org, or only its customer, whose org is then found here: a customer may be linked
 * after the row was written. What was paid before a customer was deleted still belongs to its org.
 *
 * The customers are an array, which is made once, so that the indexes on both columns can be used.
 * @param row the alias of a table with `org_id`, `stripe_customer_id` and `livemode`
 */
export function belongsTo(row: Prisma.Sql, orgId: string, livemode: boolean): Prisma.Sql {
  return Prisma.sql`
    (${row}.livemode = ${livemode} AND (${row}.org_id = ${orgId} OR (
      ${row}.org_id IS NULL AND ${row}.stripe_customer_id = ANY (ARRAY(
        SELECT stripe_customer_id FROM billing_customers
        WHERE org_id = ${orgId} OR former_org_id = ${orgId})))))`
}
