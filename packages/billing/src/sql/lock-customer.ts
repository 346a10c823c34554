import type { Tx } from '@paidup/db'

/** Makes the checkouts of one customer begin one after the other, until the transaction ends. */
export async function lockCustomer(tx: Tx, stripeCustomerId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM billing_customers WHERE stripe_customer_id = ${stripeCustomerId} FOR UPDATE`
}
