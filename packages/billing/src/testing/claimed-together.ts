import type { Db } from '@paidup/db'

/** How many events each transaction claimed that is in the ledger, the largest first. */
export async function claimedTogether(db: Db): Promise<number[]> {
  const found = await db.$queryRaw<{ events: number }[]>`
    SELECT count(*)::int AS events FROM processed_events GROUP BY xmin::text ORDER BY 1 DESC`
  return found.map(({ events }) => events)
}
