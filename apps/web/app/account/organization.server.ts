import type { DBTransactionAdapter } from 'better-auth'

type Records = Pick<DBTransactionAdapter, 'findMany' | 'findOne' | 'create' | 'count'>
type Owner = { id: string; name: string }

/**
 * The organization that a new session of this user acts for: the one joined first, or a new one that the user owns.
 *
 * @param records the current transaction's adapter, so that sign-up makes the user and the organization together
 *   or neither.
 * @returns the organization's id
 */
export async function organizationFor(records: Records, user: Owner): Promise<string> {
  const [first] = await records.findMany<{ organizationId: string }>({
    model: 'member',
    where: [{ field: 'userId', value: user.id }],
    sortBy: { field: 'createdAt', direction: 'asc' },
    limit: 1,
  })
  if (first) return first.organizationId

  const organizationId = await ownOrganization(records, user)
  await records.create({
    model: 'member',
    data: { organizationId, userId: user.id, role: 'owner', createdAt: new Date() },
  })
  return organizationId
}

/**
 * The slug is derived from the user and unique: two first sessions at once cannot make two organizations, and an
 * attempt that failed before the user joined is taken up again. One with members is no longer ours to take.
 */
async function ownOrganization(records: Records, user: Owner): Promise<string> {
  const slug = `own-${user.id}`.toLowerCase()
  const earlier = await records.findOne<{ id: string }>({
    model: 'organization',
    where: [{ field: 'slug', value: slug }],
  })
  if (earlier && !(await hasMembers(records, earlier.id))) return earlier.id
  const createdAt = new Date()
  const created = await records.create<Record<string, unknown>, { id: string }>({
    model: 'organization',
    data: { name: `${user.name}’s team`, slug: earlier ? `${slug}-${createdAt.getTime()}` : slug, createdAt },
  })
  return created.id
}

async function hasMembers(records: Records, organizationId: string): Promise<boolean> {
  return (
    (await records.count({ model: 'member', where: [{ field: 'organizationId', value: organizationId }] })) >
    0
  )
}
