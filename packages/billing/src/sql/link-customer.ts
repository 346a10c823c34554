import type { Db, Tx } from '@paidup/db'

export type CustomerLink = { stripeCustomerId: string; orgId: string; livemode: boolean }

/** Says which org a Stripe customer is. The first link stays: a customer never moves to another org. */
export async function linkCustomer(client: Tx | Db, link: CustomerLink): Promise<void> {
  await client.$executeRaw`
    INSERT INTO billing_customers (stripe_customer_id, org_id, livemode)
    VALUES (${link.stripeCustomerId}, ${link.orgId}, ${link.livemode})
    ON CONFLICT (stripe_customer_id) DO NOTHING`
}
