import type { Db } from '@paidup/db'

/** The keys of the plans that the database has been told in this mode. */
export async function selectToldPlans(db: Db, livemode: boolean): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ key: string }[]>`
    SELECT key FROM catalogue_plans WHERE livemode = ${livemode}`
  return new Set(rows.map(({ key }) => key))
}
