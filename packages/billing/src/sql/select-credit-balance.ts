import { Prisma, type Db, type Tx } from '@paidup/db'
import { belongsTo } from './parts/belongs-to.ts'

/** The credits of an org: the sum of its entries. Below zero when what was spent has been refunded since. */
export async function selectCreditBalance(
  client: Db | Tx,
  orgId: string,
  livemode: boolean,
): Promise<number> {
  const [row] = await client.$queryRaw<[{ balance: number }]>(Prisma.sql`
    SELECT COALESCE(sum(delta), 0)::float8 AS balance FROM credit_entries e
    WHERE ${belongsTo(Prisma.sql`e`, orgId, livemode)}`)
  return row.balance
}
