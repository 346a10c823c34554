import type { Db, Tx } from '@paidup/db'

export type DeletedCustomer = { stripeCustomerId: string; orgId: string | null; livemode: boolean }

/**
 * Clears the link of a customer that was deleted at Stripe, which is final. The row stays, without its org, so that
 * an event that comes late finds it and can't link the customer again.
 */
export async function forgetCustomer(client: Tx | Db, customer: DeletedCustomer): Promise<void> {
  await client.$executeRaw`
    INSERT INTO billing_customers AS row (stripe_customer_id, former_org_id, livemode, is_certain, deleted_at)
    VALUES (${customer.stripeCustomerId}, ${customer.orgId}, ${customer.livemode},
            ${customer.orgId !== null}, now())
    ON CONFLICT (stripe_customer_id) DO UPDATE SET
      former_org_id = CASE WHEN row.is_certain THEN COALESCE(row.org_id, EXCLUDED.former_org_id)
                           ELSE COALESCE(EXCLUDED.former_org_id, row.org_id) END,
      is_certain = row.is_certain OR EXCLUDED.is_certain,
      org_id = NULL,
      deleted_at = now()
    WHERE row.deleted_at IS NULL`
}
