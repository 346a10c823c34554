import { createDatabase, Prisma, type Db } from '@paidup/db'
import { createTestDatabase, emptyTables } from '@paidup/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentEntitlement } from './current-entitlement.ts'
import { catalogueFaults, syncCatalogue, syncCatalogueUntilDone } from '../set-up/sync-catalogue.ts'
import { keptLog } from '../testing/log.ts'
import { createRandomOrganizations } from '../testing/random-organizations.ts'

let db: Db
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  db = createDatabase({ url: database.url, poolSize: 20 })
})
afterAll(async () => {
  await db.$disconnect()
  await drop()
})
beforeEach(async () => {
  await emptyTables(db)
  const users = Array.from({ length: 60 }, (_, n) => ({
    id: `user_${n}`,
    name: 'Ada',
    email: `u${n}@example.com`,
  }))
  await db.user.createMany({ data: users })
  await syncCatalogue({ db, livemode: false })
})

/** An organization with a subscription to Team, and its owner. */
async function createTeam(seats: number, id = 'org', status = 'active'): Promise<void> {
  await db.organization.create({ data: { id, name: 'Team', slug: id } })
  await db.billingCustomer.create({ data: { stripeCustomerId: `cus_${id}`, orgId: id, livemode: false } })
  await db.planEntitlement.create({
    data: {
      stripeSubscriptionId: `sub_${id}`,
      stripeCustomerId: `cus_${id}`,
      plan: 'team',
      status,
      quantity: seats,
    },
  })
  await join(0, id, 'owner')
}
const memberOf = (user: number, organizationId: string, role: string) => ({
  id: `m_${organizationId}_${user}`,
  organizationId,
  userId: `user_${user}`,
  role,
})
const join = (user: number, organizationId = 'org', role = 'member') =>
  db.member.create({ data: memberOf(user, organizationId, role) })
const count = (organizationId = 'org') => db.member.count({ where: { organizationId } })
const noSeat = (message: string) => ({
  message: expect.stringContaining(message) as string,
  meta: { driverAdapterError: { cause: { originalCode: 'PU001' } } },
})

describe('the seats that the database counts', () => {
  it.each([false, true])(
    'are those of the entitlement, whatever was bought and happened; live: %s',
    async (livemode) => {
      await syncCatalogue({ db, livemode })
      const organizations = await createRandomOrganizations(db, 1871, 250)
      const counted = await db.$queryRaw<{ org: string; seats: number }[]>(Prisma.sql`
      SELECT org, organization_seats(org, at) AS seats
      FROM jsonb_to_recordset(${JSON.stringify(organizations.map(({ orgId, at }) => ({ org: orgId, at })))}::jsonb)
        AS wanted (org text, at timestamptz)`)
      const expected = await Promise.all(
        organizations.map(async ({ orgId, at }) => {
          const { seats } = await currentEntitlement({ db, clock: { now: () => at }, livemode }, orgId)
          return { org: orgId, seats }
        }),
      )
      expect(counted).toEqual(expected)
      expect(new Set(expected.map(({ seats }) => seats)).size).toBeGreaterThan(5)
    },
  )

  it('follow the catalogue: one that is not told grants nothing, and is named', async () => {
    await createTeam(5)
    expect(await catalogueFaults({ db, livemode: false })).toEqual([])
    await db.cataloguePlan.delete({ where: { key: 'team' } })
    expect(await catalogueFaults({ db, livemode: false })).toEqual([
      expect.stringMatching(/plans: team\..* restart/),
    ])
    await expect(join(1)).rejects.toMatchObject(noSeat('1 seat and 1 member'))
    await syncCatalogue({ db, livemode: true })
    expect(await catalogueFaults({ db, livemode: false })).toHaveLength(1)
    await expect(join(1)).rejects.toMatchObject(noSeat('1 seat'))
    await syncCatalogue({ db, livemode: false })
    await join(1)
  })

  it('are told again until the database takes it, or the process stops', async () => {
    await db.$executeRaw`ALTER TABLE catalogue_plans RENAME TO away`
    const { log, lines } = keptLog()
    const stopping = new AbortController()
    let tries = 0
    const counting = db.$extends({
      query: {
        $allOperations: ({ args, query }) => {
          tries += 1
          return query(args)
        },
      },
    }) as unknown as Db
    const until = (signal: AbortSignal) =>
      syncCatalogueUntilDone({ db: counting, log, livemode: true }, signal, 10)
    const stopped = until(stopping.signal)
    await vi.waitUntil(() => tries >= 3)
    stopping.abort()
    await stopped
    expect(lines.map(({ level }) => level)).toEqual(['warn'])
    const triesBefore = tries
    const told = until(new AbortController().signal)
    await vi.waitUntil(() => tries >= triesBefore + 3)
    await db.$executeRaw`ALTER TABLE away RENAME TO catalogue_plans`
    await told
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'warn', 'info'])
    expect(await catalogueFaults({ db, livemode: true })).toEqual([])
  })

  it('heed what the plan says about an open dispute', async () => {
    await createTeam(5)
    await db.invoice.create({ data: { stripeInvoiceId: 'in_disputed', stripeSubscriptionId: 'sub_org' } })
    await db.stripePayment.create({
      data: { stripePaymentId: 'pi_disputed', stripeInvoiceId: 'in_disputed' },
    })
    const dispute = { kind: 'dispute_opened', stripeObjectId: 'dp_1', stripePaymentId: 'pi_disputed' }
    const fact = {
      businessKey: 'dispute:dp_1',
      amount: 1,
      currency: 'usd',
      livemode: false,
      occurredAt: new Date(),
    }
    await db.payment.create({ data: { ...dispute, ...fact } })
    await join(1)
    await db.cataloguePlan.update({ where: { key: 'team' }, data: { whileDisputed: 'suspend' } })
    await expect(join(2)).rejects.toMatchObject(noSeat('1 seat and 2 members'))
  })

  it('are one where no process has told the plans yet, so that an owner can sign up and nobody else joins', async () => {
    await db.cataloguePlan.deleteMany()
    await createTeam(5)
    await expect(join(1)).rejects.toMatchObject(noSeat('1 seat'))
  })
})

describe('an organization with ten seats', () => {
  it('has ten members after fifty joined at once', async () => {
    await createTeam(10)
    const joined = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => join(n + 1)))
    expect(await count()).toBe(10)
    const refused = joined.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(refused).toHaveLength(41)
    for (const reason of refused) expect(reason).toMatchObject(noSeat('10 seats and 10 members'))
  })

  it('lets nobody in by one statement for many, and ten by as many as there is room for', async () => {
    await createTeam(10)
    const many = (from: number, to: number) =>
      db.member.createMany({
        data: Array.from({ length: to - from + 1 }, (_, n) => memberOf(from + n, 'org', 'member')),
      })
    await expect(many(1, 10)).rejects.toMatchObject(noSeat('10 seats and 10 members'))
    expect(await count()).toBe(1)
    await many(1, 9)
    expect(await count()).toBe(10)
  })

  it('lets nobody in who comes from another organization, nor by a transaction with an older view', async () => {
    await createTeam(2)
    await expect(
      db.$transaction(
        async (tx) => {
          await tx.member.count()
          await join(1)
          await tx.member.create({ data: memberOf(2, 'org', 'member') })
        },
        { isolationLevel: 'RepeatableRead' },
      ),
    ).rejects.toMatchObject({ code: 'P2034' })
    await db.organization.create({ data: { id: 'third', name: 'Third', slug: 'third' } })
    await join(3, 'third')
    await expect(
      db.member.update({ where: { id: 'm_third_3' }, data: { organizationId: 'org' } }),
    ).rejects.toMatchObject(noSeat('2 seats and 2 members'))
    expect(await count()).toBe(2)
  })
})

describe('whoever is a member', () => {
  it('stays when the seats become fewer, and nobody joins before there is room again', async () => {
    await createTeam(3)
    await join(1)
    await join(2)
    await db.planEntitlement.updateMany({ data: { quantity: 2 } })
    await db.member.update({ where: { id: 'm_org_1' }, data: { role: 'billing' } })
    expect(await count()).toBe(3)
    await db.member.delete({ where: { id: 'm_org_2' } })
    await expect(join(2)).rejects.toMatchObject(noSeat('2 seats and 2 members'))
  })

  it('is told so when joining again, also where no seat is left', async () => {
    await createTeam(1)
    await expect(join(0)).rejects.toMatchObject({ code: 'P2002' })
    await db.$executeRaw`INSERT INTO members (id, organization_id, user_id) VALUES ('again', 'org', 'user_0')
      ON CONFLICT DO NOTHING`
    expect(await count()).toBe(1)
  })
})
