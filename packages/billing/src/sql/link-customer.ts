import type { Db, Tx } from '@paidup/db'

export type CustomerLink = { stripeCustomerId: string; orgId: string; livemode: boolean }

/**
 * Says which org a Stripe customer is. The first link stays: a customer never moves to another org. One that was
 * deleted at Stripe is not linked again, but it is noted whose it was.
 */
export async function linkCustomer(client: Tx | Db, link: CustomerLink): Promise<void> {
  await client.$executeRaw`
    INSERT INTO billing_customers AS row (stripe_customer_id, org_id, livemode)
    VALUES (${link.stripeCustomerId}, ${link.orgId}, ${link.livemode})
    ON CONFLICT (stripe_customer_id) DO UPDATE SET former_org_id = EXCLUDED.org_id
    WHERE row.deleted_at IS NOT NULL AND row.former_org_id IS NULL`
}
