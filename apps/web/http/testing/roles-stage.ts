import { randomUUID } from 'node:crypto'
import { addMember, invite, subscribeToTeam } from './organization.ts'
import { Browser } from './browser.ts'
import { signUp, type Person } from './person.ts'
import type { Column } from './roles-table.ts'
import type { WebApp } from './web-app.ts'

/** One organization with a person for each column of the table, and one more member whom things are done to. */
export type Stage = {
  people: Record<Exclude<Column, 'nobody'> | 'spare', Person>
  orgId: string
  /** The outsider's. */
  invitationId: string
  /** A checkout that the organization has begun. */
  sessionId: string
  /** Theirs as it was after they signed up. */
  browserOf(column: Column): Browser
  /** Of their memberships: the outsider's is in their own organization. */
  memberIds: Record<Exclude<Column, 'nobody'> | 'spare', string>
  /** All as it was in the beginning, whatever was done since. */
  reset(): Promise<void>
  /** Who is what, and what was asked of whom. */
  look(): Promise<unknown>
}

export async function openStage(app: WebApp): Promise<Stage> {
  const { db } = app
  const people = {
    owner: await signUp(app, 'owner'),
    billing: await signUp(app, 'billing'),
    member: await signUp(app, 'member'),
    spare: await signUp(app, 'spare'),
    outsider: await signUp(app, 'outsider'),
  }
  const orgId = people.owner.ownOrgId
  await subscribeToTeam(app, orgId, 10)
  const memberIds = {
    owner: await membershipOf(app, people.owner),
    billing: await addMember(app, orgId, people.billing, 'billing'),
    member: await addMember(app, orgId, people.member, 'member'),
    spare: await addMember(app, orgId, people.spare, 'member'),
    outsider: await membershipOf(app, people.outsider),
  }
  const invitationId = await invite(app, people.owner, people.outsider.email)
  const sessionId = 'cs_test_begun'
  const begun = { id: sessionId, orgId, mode: 'subscription', status: 'open', paymentStatus: 'unpaid' }
  await db.checkoutSession.create({ data: begun })
  const bought = { businessKey: `checkout:${randomUUID()}`, orgId, livemode: false }
  await db.creditEntry.create({ data: { ...bought, delta: 1000, reason: 'purchase' } })

  const organizations = await db.organization.findMany()
  const members = await db.member.findMany({ orderBy: { role: 'desc' } })
  const invitations = await db.invitation.findMany()
  const sessions = await db.session.findMany()
  const look = () =>
    Promise.all([
      db.organization.findMany({ orderBy: { id: 'asc' } }),
      db.member.findMany({ orderBy: { id: 'asc' } }),
      db.invitation.findMany({ orderBy: { id: 'asc' } }),
    ])
  return {
    people,
    orgId,
    invitationId,
    sessionId,
    browserOf: (column) => (column === 'nobody' ? new Browser(app.url) : people[column].browser.at(app.url)),
    memberIds,
    reset: async () => {
      // Their members and invitations go with them.
      await db.organization.deleteMany()
      await db.session.deleteMany()
      await db.organization.createMany({ data: organizations })
      await db.member.createMany({ data: members })
      await db.invitation.createMany({ data: invitations })
      await db.session.createMany({ data: sessions })
    },
    look,
  }
}

async function membershipOf({ db }: WebApp, { userId, ownOrgId }: Person): Promise<string> {
  const { id } = await db.member.findFirstOrThrow({ where: { userId, organizationId: ownOrgId } })
  return id
}
