import { createDatabase, type Db } from '@paidup/db'
import { createTestDatabase, type TestDatabase } from '@paidup/db/testing'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALLOWED_ENDPOINTS } from '../app/account/allowed-endpoints.server.ts'
import { createAuth } from '../app/account/auth.server.ts'
import { APP_URL, Browser } from './testing/browser.ts'
import { PASSWORD, signUp } from './testing/person.ts'
import { startWebProcess, type WebProcess } from './testing/web-process.ts'

let database: TestDatabase
let db: Db
let web: WebProcess

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase({ url: database.url })
  web = await startWebProcess({ DATABASE_URL: database.url, APP_URL })
}, 60_000)
afterAll(async () => {
  await web.stop()
  await db.$disconnect()
  await database.drop()
})

const somebody = () => signUp({ url: web.url, db })
const isSignedIn = async (person: Browser) =>
  (await (await person.get('/api/auth/get-session')).json()) !== null

describe('better-auth’s endpoints', () => {
  type Endpoint = { path?: string; options?: { method?: string | string[] } }
  const everything = () => {
    const auth = createAuth({ db, secret: 's'.repeat(32), baseURL: web.url, log: pino({ level: 'silent' }) })
    return Object.values(auth.api as Record<string, Endpoint>).flatMap(({ path, options }) =>
      path === undefined ? [] : [options?.method ?? []].flat().map((method) => ({ path, method })),
    )
  }

  it('are not there unless they are on the list, also for somebody who is signed in', async () => {
    const { browser: person } = await somebody()
    const others = everything().filter(({ path }) => !ALLOWED_ENDPOINTS.has(path))
    expect(others.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/update-user', '/reset-password/:token', '/organization/create']),
    )
    const answers = await Promise.all(
      others.map(async ({ path, method }) => {
        const { status } = await person.call(`/api/auth${path.replace(/:\w+/g, 'x')}`, {}, method)
        return `${method} ${path}: ${status}`
      }),
    )
    expect(answers).toEqual(others.map(({ path, method }) => `${method} ${path}: 404`))
  })

  it('are there when they are on it', () => {
    const paths = everything().map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining([...ALLOWED_ENDPOINTS]))
  })

  it('are not there by another spelling', async () => {
    const { browser: person, email } = await somebody()
    const spellings = [
      '/update-user/',
      '//update-user',
      '/UPDATE-USER',
      '/sign-in%2Femail',
      '/sign-in/email/../../update-user',
      '/sign-in/email/..%2f..%2fupdate-user',
    ]
    const answers = await Promise.all(
      spellings.map((one) => person.call(`/api/auth${one}`, { name: 'Changed' })),
    )
    // What is no plain path at all is refused before anything is looked up.
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 404, 404, 404, 400])
    expect(await db.user.findUnique({ where: { email } })).toMatchObject({ name: 'Ada Lovelace' })
  })
})

describe('a changed password', () => {
  const change = (person: Browser, currentPassword: string, more = {}) =>
    person.call('/api/auth/change-password', {
      currentPassword,
      newPassword: 'another horse battery',
      ...more,
    })

  it.each([{}, { revokeOtherSessions: false }])(
    'ends the other sessions, whatever is asked: %j',
    async (more) => {
      const { browser: person, email } = await somebody()
      const other = new Browser(web.url)
      await other.post('/login', { email, password: PASSWORD })
      expect(await isSignedIn(other)).toBe(true)
      const before = person.at(web.url)

      expect((await change(person, PASSWORD, more)).status).toBe(200)
      expect(await isSignedIn(other)).toBe(false)
      expect(await isSignedIn(before)).toBe(false)
      expect(await isSignedIn(person)).toBe(true)
    },
  )

  it('needs the current one, for which a session has ten tries; the owner’s other session has its own', async () => {
    const { browser: person, email } = await somebody()
    const other = new Browser(web.url)
    await other.post('/login', { email, password: PASSWORD })
    expect((await change(person, 'a wrong password')).status).toBe(400)
    await db.loginAttempt.updateMany({
      where: { key: { startsWith: 'session:' } },
      data: { points: { increment: 8 } },
    })
    expect((await change(person, 'a wrong password')).status).toBe(400)
    const refused = await change(person, PASSWORD)
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'TOO_MANY_TRIES' }])
    expect((await change(other, PASSWORD)).status).toBe(200)
    expect(await isSignedIn(person)).toBe(false)
  })

  it('is refused with a reason when it is too long', async () => {
    const { browser: person } = await somebody()
    const answer = await change(person, PASSWORD, { newPassword: 'x'.repeat(129) })
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'PASSWORD_TOO_LONG' }])
  })
})

it('an invitation is accepted, refused and read with a verified address only', async () => {
  const { browser: owner } = await somebody()
  const { browser: guest, email } = await somebody()
  const answer = await owner.call('/api/auth/organization/invite-member', { email, role: 'member' })
  const { id: invitationId } = (await answer.json()) as { id: string }
  const tries = () =>
    Promise.all([
      guest.call('/api/auth/organization/reject-invitation', { invitationId }),
      guest.get(`/api/auth/organization/get-invitation?id=${invitationId}`),
      guest.call('/api/auth/organization/accept-invitation', { invitationId }),
    ])
  await db.user.update({ where: { email }, data: { emailVerified: false } })
  expect((await tries()).map(({ status }) => status)).toEqual([403, 403, 403])
  expect(await db.member.count({ where: { user: { email } } })).toBe(1)

  await db.user.update({ where: { email }, data: { emailVerified: true } })
  await giveSeats(email)
  const accepted = await guest.call('/api/auth/organization/accept-invitation', { invitationId })
  expect(accepted.status).toBe(200)
  expect(await db.member.count({ where: { user: { email } } })).toBe(2)
})

/** Two seats for the organization that has invited that address. */
async function giveSeats(email: string): Promise<void> {
  const { organizationId: orgId } = await db.invitation.findFirstOrThrow({ where: { email } })
  const stripeCustomerId = 'cus_seats'
  await db.billingCustomer.create({ data: { stripeCustomerId, orgId, livemode: false } })
  const team = { plan: 'team', status: 'active', quantity: 2, interval: 'month' }
  await db.planEntitlement.create({
    data: { ...team, stripeCustomerId, stripeSubscriptionId: 'sub_seats' },
  })
}
