import type { Db } from '@paidup/db'

/** How many people are in an org, whatever their role. */
export async function countMembers(db: Db, orgId: string): Promise<number> {
  const [counted] = await db.$queryRaw<[{ members: number }]>`
    SELECT count(*)::int AS members FROM members WHERE organization_id = ${orgId}`
  return counted.members
}
