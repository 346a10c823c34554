import { syncCatalogue } from '@paidup/billing/operate'
import { inTransaction } from '@paidup/db'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addMember, invite, subscribeToTeam } from './testing/organization.ts'
import { Browser, type Answer } from './testing/browser.ts'
import { signUp, type Person } from './testing/person.ts'
import { openWebApp, type WebApp } from './testing/web-app.ts'

let app: WebApp
beforeAll(async () => {
  app = await openWebApp('people')
}, 60_000)
afterAll(async () => {
  await app.close()
})

const rolesIn = async (organizationId: string) =>
  (await app.db.member.findMany({ where: { organizationId }, select: { role: true } })).map(
    ({ role }) => role,
  )
const accept = (person: Person, invitationId: string) =>
  person.browser.ask('POST', '/api/auth/organization/accept-invitation', { json: { invitationId } })
const leave = (person: Person, organizationId: string) =>
  person.browser.ask('POST', '/api/auth/organization/leave', { json: { organizationId } })
const call = (person: Person, procedure: string, input: object) =>
  person.browser.ask('POST', `/api/trpc/${procedure}`, { json: { json: input } })
const waitingForLocks = async () => {
  const waiting = await app.db.$queryRaw<unknown[]>`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return waiting.length
}
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort((a, b) => a - b)

describe('a plain member', () => {
  it('has nothing charged to the owner’s card, by no procedure and no form, and spends credits', async () => {
    const owner = await signUp(app, 'charged-owner')
    const member = await signUp(app, 'plain-member')
    const id = await subscribeToTeam(app, owner.ownOrgId, 2)
    await addMember(app, owner.ownOrgId, member, 'member')
    const bought = { businessKey: 'checkout:1', orgId: owner.ownOrgId, livemode: false }
    await app.db.creditEntry.create({ data: { ...bought, delta: 5, reason: 'purchase' } })
    const charged = async () => [
      (await app.stripe.invoices.list({ limit: 100 })).data.length,
      (await app.stripe.subscriptions.retrieve(id)).items.data.map(({ quantity }) => quantity),
      (await app.stripe.checkout.sessions.list({ limit: 100 })).data.length,
    ]
    const before = await charged()
    const thousand = { plan: 'team', interval: 'year', quantity: 1000 }
    const refused = [
      await call(member, 'subscription.change', thousand),
      await call(member, 'checkout.create', { plan: 'credits_100', quantity: 1000 }),
      await call(member, 'subscription.portal', {}),
      await member.browser.ask('POST', '/billing', { form: { offer: 'team.year', quantity: '1000' } }),
      await member.browser.ask('POST', '/portal', { form: {} }),
      await member.browser.ask('POST', '/checkout?plan=credits_100&quantity=1000', { form: {} }),
      await member.browser.ask('GET', '/checkout?plan=credits_100&quantity=1000'),
    ]
    for (const { status, text } of refused) {
      expect(status).toBe(403)
      expect(text).toMatch(/Only an owner or a billing contact of this organization can/)
    }
    expect(await charged()).toEqual(before)
    expect(await call(member, 'credits.spend', { credits: 2, idempotencyKey: 'report' })).toMatchObject({
      status: 200,
    })
    expect(app.faults).toEqual([])
  })

  it('is shown the plan without the ways to change it, and is told who can', async () => {
    const owner = await signUp(app, 'showing-owner')
    const member = await signUp(app, 'looking-member')
    await subscribeToTeam(app, owner.ownOrgId, 2)
    await addMember(app, owner.ownOrgId, member, 'member')
    const [own, theirs] = [
      await owner.browser.ask('GET', '/billing'),
      await member.browser.ask('GET', '/billing'),
    ]
    for (const way of ['Change plan', 'Card, invoices, cancellation', 'Buy 100 credits']) {
      expect(own.text).toContain(way)
      expect(theirs.text).not.toContain(way)
    }
    expect(theirs.text).toMatch(/Only an owner or a billing contact of this organization can change its plan/)
    const pricing = (await member.browser.ask('GET', '/pricing')).text.replaceAll('<!-- -->', '')
    expect(pricing).not.toContain('Buy credits')
    expect(pricing).toContain('Only an owner or a billing contact can buy them')
  })
})

describe('an organization with two seats', () => {
  it('lets in one of four who were invited, tells the others why, and lets them in once there are seats', async () => {
    const owner = await signUp(app, 'two-seats')
    const id = await subscribeToTeam(app, owner.ownOrgId, 2)
    const people = await Promise.all([1, 2, 3, 4].map((n) => signUp(app, `invited-${n}`)))
    const invitations = await Promise.all(people.map(({ email }) => invite(app, owner, email)))
    const answers = await Promise.all(people.map((person, n) => accept(person, invitations[n]!)))
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(JSON.parse(refused?.text ?? '')).toEqual({
      code: 'NO_SEAT_LEFT',
      message:
        'This organization has 2 seats and 2 members. ' +
        'Ask an owner or a billing contact of it to add a seat, and then try again.',
    })
    expect(await rolesIn(owner.ownOrgId)).toHaveLength(2)
    const open = { organizationId: owner.ownOrgId, status: 'pending' }
    expect(await app.db.invitation.count({ where: open })).toBe(3)
    await app.db.planEntitlement.update({ where: { stripeSubscriptionId: id }, data: { quantity: 5 } })
    await Promise.all(people.map((person, n) => accept(person, invitations[n]!)))
    expect(await rolesIn(owner.ownOrgId)).toHaveLength(5)
    expect(app.faults).toEqual([])
  })

  it('refuses whom our own code adds, in the same words', async () => {
    const owner = await signUp(app, 'adding-owner')
    const other = await signUp(app, 'added-person')
    const body = { userId: other.userId, organizationId: owner.ownOrgId, role: 'member' } as const
    await expect(app.auth.api.addMember({ body })).rejects.toMatchObject({
      status: 'CONFLICT',
      body: { code: 'NO_SEAT_LEFT', message: expect.stringContaining('1 seat and 1 member') as string },
    })
    await expect(
      app.auth.api.addMember({ body: { ...body, role: 'admin' as 'member' } }),
    ).rejects.toMatchObject({
      status: 'BAD_REQUEST',
      body: { code: 'ROLE_NOT_FOUND', message: expect.stringContaining('owner, billing, member') as string },
    })
  })

  it('is not changed to fewer seats than it has members, nor sold them, and says how many there are', async () => {
    const owner = await signUp(app, 'shrinking-owner')
    const id = await subscribeToTeam(app, owner.ownOrgId, 2)
    await addMember(app, owner.ownOrgId, await signUp(app, 'second-member'), 'member')
    const words =
      /has 2 members, and Team would have 1 seat\. Choose at least 2 seats, or remove members first/
    const one = { offer: 'team.month', quantity: '1' }
    const answers = [
      await call(owner, 'subscription.change', { plan: 'team', interval: 'month', quantity: 1 }),
      await owner.browser.ask('POST', '/billing', { form: one }),
    ]
    await app.db.planEntitlement.update({ where: { stripeSubscriptionId: id }, data: { status: 'canceled' } })
    answers.push(
      await owner.browser.ask('POST', '/checkout?plan=team&interval=month&quantity=1', { form: {} }),
    )
    for (const { status, text } of answers) {
      expect(status).toBe(409)
      expect(text).toMatch(words)
    }
    const lifetime = await owner.browser.ask('POST', '/checkout?plan=lifetime', { form: {} })
    expect(lifetime.text).toMatch(
      /Lifetime would have 1 seat\. Choose a plan with more seats, or remove members/,
    )
    const { items } = await app.stripe.subscriptions.retrieve(id)
    expect(items.data.map(({ quantity }) => quantity)).toEqual([2])
    expect(await owner.browser.ask('POST', '/checkout?plan=credits_100', { form: {} })).toMatchObject({
      status: 303,
    })
    expect(app.faults).toEqual([])
  })
})

it('is as large as its seats: past a hundred people are invited and counted, and another owner is found', async () => {
  const owner = await signUp(app, 'large-owner')
  const organizationId = owner.ownOrgId
  await subscribeToTeam(app, organizationId, 200)
  const numbers = Array.from({ length: 150 }, (_, n) => n)
  await app.db.user.createMany({
    data: numbers.map((n) => ({ id: `large_${n}`, name: 'Ada', email: `large-${n}@example.com` })),
  })
  await app.db.member.createMany({
    data: numbers.map((n) => ({
      id: `large_${n}`,
      organizationId,
      userId: `large_${n}`,
      role: n === 149 ? 'owner' : 'member',
    })),
  })
  const expiresAt = new Date(Date.now() + 3_600_000)
  const pending = (from: number, to: number) =>
    app.db.invitation.createMany({
      data: Array.from({ length: to - from }, (_, n) => ({
        id: `large_${from + n}`,
        organizationId,
        email: `guest-${from + n}@example.com`,
        role: 'member',
        expiresAt,
        inviterId: owner.userId,
      })),
    })
  const inviteOne = (email: string) =>
    owner.browser.ask('POST', '/api/auth/organization/invite-member', {
      json: { email, role: 'member', organizationId },
    })
  await pending(0, 150)
  expect((await inviteOne('one-more@example.com')).status).toBe(200)
  await pending(150, 999)
  expect((await inviteOne('one-too-many@example.com')).text).toContain('INVITATION_LIMIT_REACHED')
  expect((await leave(owner, organizationId)).status).toBe(200)
})

it('is not ready before the database has been told the plans, and says so', async () => {
  await app.db.cataloguePlan.deleteMany()
  await vi.waitUntil(async () => (await new Browser(app.url).ask('GET', '/readyz')).status === 503, {
    timeout: 10_000,
  })
  const { status, text } = await new Browser(app.url).ask('GET', '/readyz')
  expect([status, text]).toEqual([503, expect.stringContaining('does not know these plans: free, pro')])
  await syncCatalogue({ db: app.db, livemode: false })
  await vi.waitUntil(async () => (await new Browser(app.url).ask('GET', '/readyz')).status === 200, {
    timeout: 10_000,
  })
  expect(app.faults.splice(0)).toEqual([expect.stringContaining('not ready')])
})

it('keeps one owner when two leave at once', async () => {
  const owner = await signUp(app, 'leaving-owner')
  const other = await signUp(app, 'leaving-too')
  await subscribeToTeam(app, owner.ownOrgId, 2)
  await addMember(app, owner.ownOrgId, other, 'owner')
  // Held up until both have seen that there is another owner.
  const answers = await inTransaction(app.db, async (tx) => {
    await tx.$executeRaw`SELECT FROM organizations WHERE id = ${owner.ownOrgId} FOR UPDATE`
    const both = [leave(owner, owner.ownOrgId), leave(other, owner.ownOrgId)]
    await vi.waitUntil(async () => (await waitingForLocks()) === 2, { timeout: 4000 })
    return both
  }).then((both) => Promise.all(both))
  expect(statusesOf(answers)).toEqual([200, 400])
  expect(await rolesIn(owner.ownOrgId)).toEqual(['owner'])
  expect(answers.find(({ status }) => status === 400)?.text).toMatch(/AS_THE_ONLY_OWNER/)
  expect(app.faults).toEqual([])
})

it('lets nobody in whom somebody invited that no longer manages the organization', async () => {
  const owner = await signUp(app, 'inviting-owner')
  const other = await signUp(app, 'invited-and-removed')
  const accomplice = await signUp(app, 'accomplice')
  await subscribeToTeam(app, owner.ownOrgId, 5)
  await addMember(app, owner.ownOrgId, other, 'owner')
  const asOther = { ...other, ownOrgId: owner.ownOrgId }
  const invitationId = await invite(app, asOther, accomplice.email, 'owner')
  const membership = { where: { organizationId: owner.ownOrgId, userId: other.userId } }
  await app.db.member.updateMany({ ...membership, data: { role: 'billing' } })
  expect(await accept(accomplice, invitationId)).toMatchObject({ status: 403 })
  await app.db.member.deleteMany(membership)
  expect((await accept(accomplice, invitationId)).text).toContain('INVITATION_WITHDRAWN')
  expect(await rolesIn(owner.ownOrgId)).toEqual(['owner'])
})
