import type { Tx } from '@paidup/db'

/**
 * Notes which subscription an invoice is for, where that is known, and locks its row until the transaction ends:
 * that it was paid, and what paid it, are told by two events.
 */
export async function upsertAndLockInvoice(
  tx: Tx,
  stripeInvoiceId: string,
  stripeSubscriptionId: string | null = null,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO invoices AS row (stripe_invoice_id, stripe_subscription_id)
    VALUES (${stripeInvoiceId}, ${stripeSubscriptionId})
    ON CONFLICT (stripe_invoice_id) DO UPDATE
    SET stripe_subscription_id = COALESCE(row.stripe_subscription_id, EXCLUDED.stripe_subscription_id)`
}
