import type { Tx } from '@paidup/db'

/** Makes the spends of one org come one after the other, until the transaction ends. */
export async function upsertAndLockCreditAccount(tx: Tx, orgId: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO credit_accounts (org_id) VALUES (${orgId})
    ON CONFLICT (org_id) DO UPDATE SET org_id = EXCLUDED.org_id`
}
