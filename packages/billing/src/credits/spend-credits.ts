import { inTransaction } from '@paidup/db'
import type { ReadDeps } from '../deps.ts'
import { insertSpend } from '../sql/insert-spend.ts'
import { upsertAndLockCreditAccount } from '../sql/upsert-and-lock-credit-account.ts'
import { selectCreditBalance } from '../sql/select-credit-balance.ts'
import { selectSpend } from '../sql/select-spend.ts'

export type SpendRequest = {
  orgId: string
  /** Whole, at least one. */
  credits: number
  /** Names this spend within the org: asked again with the same key, nothing more is spent. */
  idempotencyKey: string
  /** What it was for, as the customer will read it. */
  note?: string | undefined
}

/** Why credits were not spent. */
export class SpendRefused extends Error {
  override readonly name = 'SpendRefused'
  readonly reason: 'not_enough_credits' | 'key_reused'

  constructor(reason: SpendRefused['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * Spends credits, never more than there are, however many ask at once: the spends of an org come one after the
 * other, and each sees what the one before has left.
 * @returns the balance after it
 * @throws SpendRefused
 */
export function spendCredits(
  { db, livemode }: Pick<ReadDeps, 'db' | 'livemode'>,
  { orgId, credits, idempotencyKey, note }: SpendRequest,
): Promise<number> {
  const businessKey = `spend:${orgId}:${idempotencyKey}`
  return inTransaction(db, async (tx) => {
    await upsertAndLockCreditAccount(tx, orgId)
    const balance = await selectCreditBalance(tx, orgId, livemode)
    const spent = await selectSpend(tx, businessKey)
    if (spent === credits) return balance
    if (spent !== null) {
      const message = `The key ${idempotencyKey} has spent ${spent} credits already: take another for another spend.`
      throw new SpendRefused('key_reused', message)
    }
    if (balance < credits)
      throw new SpendRefused('not_enough_credits', `There are ${balance} credits, ${credits} were asked for.`)
    await insertSpend(tx, { businessKey, orgId, livemode, credits, note: note ?? null })
    return balance - credits
  })
}
