import { Prisma } from '@paidup/db'

/**
 * Links customers to their orgs. The first link stays: a customer never moves to another org, unless all that linked it
 * was the `client_reference_id` of a payment link, which anyone may put into its URL. One that was deleted at Stripe is
 * not linked again, but it is noted whose it was.
 * @param source a SELECT, or VALUES, of customer, org, livemode, and whether the link is certain
 */
export function link(source: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO billing_customers AS row (stripe_customer_id, org_id, livemode, is_certain)
    ${source}
    ON CONFLICT (stripe_customer_id) DO UPDATE SET
      org_id = CASE WHEN row.deleted_at IS NULL THEN EXCLUDED.org_id END,
      former_org_id = CASE WHEN row.deleted_at IS NOT NULL THEN EXCLUDED.org_id END,
      is_certain = EXCLUDED.is_certain
    WHERE (EXCLUDED.is_certain AND NOT row.is_certain)
       OR (row.deleted_at IS NOT NULL AND row.former_org_id IS NULL)`
}
