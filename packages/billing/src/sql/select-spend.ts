import type { Tx } from '@paidup/db'

/** How many credits were spent under a business key; null when it was not used yet. */
export async function selectSpend(tx: Tx, businessKey: string): Promise<number | null> {
  const [entry] = await tx.$queryRaw<{ delta: number }[]>`
    SELECT delta FROM credit_entries WHERE business_key = ${businessKey}`
  return entry ? -entry.delta : null
}
