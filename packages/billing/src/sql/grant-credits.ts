import type { Tx } from '@paidup/db'

export type CreditGrant = {
  /** The key of the payment that bought them: `invoice:<id>:paid`, `checkout:<id>:paid`. */
  businessKey: string
  stripeCustomerId: string | null
  orgId: string | null
  livemode: boolean
  credits: number
  reason: 'purchase' | 'plan'
  /** Minor units. */
  amountPaid: number
}

/**
 * Appends the credits that a payment bought, once. Where the org is not told but its customer is linked for good, it is
 * written here; else the customer tells it when reading.
 */
export async function grantCredits(tx: Tx, grant: CreditGrant): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO credit_entries
      (business_key, org_id, stripe_customer_id, livemode, delta, reason, amount_paid)
    VALUES (${grant.businessKey},
            COALESCE(${grant.orgId}, (SELECT COALESCE(org_id, former_org_id) FROM billing_customers
                                      WHERE stripe_customer_id = ${grant.stripeCustomerId} AND is_certain)),
            ${grant.stripeCustomerId}, ${grant.livemode}, ${grant.credits}::int, ${grant.reason},
            ${grant.amountPaid}::bigint)
    ON CONFLICT (business_key) DO NOTHING`
}
