import type { Tx } from '@paidup/db'

export type Spend = {
  businessKey: string
  orgId: string
  livemode: boolean
  credits: number
  /** What it was for. */
  note: string | null
}

/** Appends what an org spends. The caller holds the lock of the org's credits and has seen that there are enough. */
export async function insertSpend(tx: Tx, spend: Spend): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO credit_entries (business_key, org_id, livemode, delta, reason, note)
    VALUES (${spend.businessKey}, ${spend.orgId}, ${spend.livemode}, ${-spend.credits}::int, 'spend', ${spend.note})`
}
