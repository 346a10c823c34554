import type { Db } from '@paidup/db'

/** Which of these plans the database does not know in this mode, so that their seats would not count. */
export async function selectMissingPlans(
  db: Db,
  keys: readonly string[],
  livemode: boolean,
): Promise<string[]> {
  const missing = await db.$queryRaw<{ key: string }[]>`
    SELECT key FROM unnest(${keys}::text[]) AS wanted (key)
    WHERE NOT EXISTS (SELECT FROM catalogue_plans known WHERE known.key = wanted.key AND known.livemode = ${livemode})`
  return missing.map(({ key }) => key)
}
