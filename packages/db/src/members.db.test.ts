import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type Db } from './database.ts'
import { createTestDatabase, emptyTables } from './testing/index.ts'

let url: string
let db: Db
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase()
  ;({ url, drop } = database)
  db = createDatabase({ url })
  await openSeats()
})
afterAll(async () => {
  await db.$disconnect()
  await drop()
})
beforeEach(() => emptyTables(db))

/** Room for all: what is tested here is who they are. */
async function openSeats(): Promise<void> {
  await db.$executeRaw`ALTER TABLE members DISABLE TRIGGER take_a_seat`
}

async function createOrganization(...roles: string[]): Promise<void> {
  await db.organization.create({ data: { id: 'org', name: 'Org', slug: 'org' } })
  for (const [n, role] of roles.entries()) {
    await db.user.create({ data: { id: `u${n}`, name: 'Ada', email: `u${n}@example.com` } })
    await db.member.create({ data: { id: `m${n}`, organizationId: 'org', userId: `u${n}`, role } })
  }
}
const leave = (id: string) => db.member.delete({ where: { id } })
const setRole = (id: string, role: string) => db.member.update({ where: { id }, data: { role } })
const rolesNow = async () =>
  (await db.member.findMany({ orderBy: { id: 'asc' }, select: { role: true } })).map(({ role }) => role)
const raised = (originalCode: string) => ({ meta: { driverAdapterError: { cause: { originalCode } } } })

it.each(['admin', 'owner,member', 'Owner', ''])('takes no role but the three: %j', async (role) => {
  await createOrganization('owner', 'member')
  await expect(setRole('m1', role)).rejects.toMatchObject(raised('23514'))
  const invitation = { organizationId: 'org', email: 'b@example.com', expiresAt: new Date(), inviterId: 'u0' }
  await expect(db.invitation.create({ data: { id: 'i', role, ...invitation } })).rejects.toMatchObject(
    raised('23514'),
  )
})

describe('the last owner', () => {
  it('cannot leave, be given another role, or be moved elsewhere', async () => {
    await createOrganization('owner', 'billing', 'member')
    await db.organization.create({ data: { id: 'other', name: 'Other', slug: 'other' } })
    await expect(leave('m0')).rejects.toMatchObject(raised('PU002'))
    await expect(setRole('m0', 'billing')).rejects.toMatchObject(raised('PU002'))
    await expect(
      db.member.update({ where: { id: 'm0' }, data: { organizationId: 'other' } }),
    ).rejects.toMatchObject(raised('PU002'))
    await expect(db.member.deleteMany()).rejects.toMatchObject(raised('PU002'))
    await expect(db.user.delete({ where: { id: 'u0' } })).rejects.toMatchObject(raised('PU002'))
    expect(await rolesNow()).toEqual(['owner', 'billing', 'member'])
  })

  it('can leave once there is another', async () => {
    await createOrganization('owner', 'member')
    await setRole('m1', 'owner')
    await setRole('m0', 'owner')
    await leave('m0')
    expect(await rolesNow()).toEqual(['owner'])
  })

  it('goes with the organization, or with the account when there is nobody else', async () => {
    await createOrganization('owner', 'owner', 'member')
    await db.organization.deleteMany()
    expect(await rolesNow()).toEqual([])
    await db.user.deleteMany()
    await createOrganization('owner')
    await db.user.deleteMany()
    expect(await rolesNow()).toEqual([])
  })

  it('stays when all owners leave, are demoted or both at once', async () => {
    await createOrganization('owner', 'owner', 'owner', 'owner', 'owner', 'owner', 'member')
    const ids = ['m0', 'm1', 'm2', 'm3', 'm4', 'm5']
    const gone = await Promise.allSettled(ids.map((id, n) => (n % 2 ? leave(id) : setRole(id, 'member'))))
    expect(gone.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect((await rolesNow()).filter((role) => role === 'owner')).toHaveLength(1)
  })

  it('stays when the other leaves unseen by a transaction with an older view', async () => {
    await createOrganization('owner', 'owner')
    const lateOne = db.$transaction(
      async (tx) => {
        await tx.member.count()
        await leave('m1')
        await tx.member.delete({ where: { id: 'm0' } })
      },
      { isolationLevel: 'RepeatableRead' },
    )
    await expect(lateOne).rejects.toMatchObject({ code: 'P2034' })
    expect(await rolesNow()).toEqual(['owner'])
  })
})

it('gives words that are no role the least rights when the roles arrive, and takes no owner’s away', async () => {
  await db.$executeRaw`DROP TABLE catalogue_plans`
  await db.$executeRaw`DROP FUNCTION keep_an_owner, take_a_seat, organization_seats CASCADE`
  await db.$executeRaw`ALTER TABLE members DROP CONSTRAINT members_role_check`
  await db.$executeRaw`ALTER TABLE invitations DROP CONSTRAINT invitations_role_check`
  await createOrganization('owner', 'admin', 'owner,admin', 'billing', 'member, admin', 'own', 'member')
  const invitation = { organizationId: 'org', email: 'b@example.com', expiresAt: new Date(), inviterId: 'u0' }
  for (const role of ['admin', 'owner', 'owner,member', null])
    await db.invitation.create({ data: { id: `i_${role}`, role, ...invitation } })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const file = new URL('../../../prisma/migrations/20261201090000_people/migration.sql', import.meta.url)
  await client.query(readFileSync(file, 'utf8'))
  await client.end()
  expect(await rolesNow()).toEqual(['owner', 'member', 'owner', 'billing', 'member', 'member', 'member'])
  expect(await db.invitation.findMany({ orderBy: { id: 'asc' }, select: { id: true, role: true } })).toEqual([
    { id: 'i_admin', role: 'member' },
    { id: 'i_null', role: 'member' },
    { id: 'i_owner', role: 'owner' },
    { id: 'i_owner,member', role: 'member' },
  ])
})
