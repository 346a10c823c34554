import type { Db, Tx } from '@paidup/db'

export type CustomerLink = {
  stripeCustomerId: string
  orgId: string
  livemode: boolean
  /** Whether we, or who runs the account, said so (metadata), and not just the URL of a payment link. */
  isCertain: boolean
}

/**
 * Says which org a Stripe customer is. The first link stays: a customer never moves to another org, unless all that
 * linked it was the `client_reference_id` of a payment link, which anyone may put into its URL. One that was deleted
 * at Stripe is not linked again, but it is noted whose it was.
 */
export async function linkCustomer(client: Tx | Db, link: CustomerLink): Promise<void> {
  await client.$executeRaw`
    INSERT INTO billing_customers AS row (stripe_customer_id, org_id, livemode, is_certain)
    VALUES (${link.stripeCustomerId}, ${link.orgId}, ${link.livemode}, ${link.isCertain})
    ON CONFLICT (stripe_customer_id) DO UPDATE SET
      org_id = CASE WHEN row.deleted_at IS NULL THEN EXCLUDED.org_id END,
      former_org_id = CASE WHEN row.deleted_at IS NOT NULL THEN EXCLUDED.org_id END,
      is_certain = EXCLUDED.is_certain
    WHERE (EXCLUDED.is_certain AND NOT row.is_certain)
       OR (row.deleted_at IS NOT NULL AND row.former_org_id IS NULL)`
}
