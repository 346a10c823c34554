import { createDatabase, type Db } from '@paidup/db'
import { createTestDatabase, emptyTables, type TestDatabase } from '@paidup/db/testing'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAuth, type Auth } from './auth.server.ts'
import { login, signup, type Outcome } from './credentials.server.ts'
import { readSession } from './viewer.server.ts'

let db: Db
let auth: Auth
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase({ url: database.url })
  auth = createAuth({
    db,
    secret: 'a secret for the tests of this file alone',
    baseURL: 'http://localhost:13300',
    log: pino({ level: 'silent' }),
  })
})
afterAll(async () => {
  await db.$disconnect()
  await database.drop()
})
beforeEach(async () => {
  await emptyTables(db)
})

const ada = { name: 'Ada', email: 'ada@example.com', password: 'a good password' }

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

const request = (cookies?: Headers) =>
  new Request('http://localhost:13300/', {
    headers: cookies
      ? {
          cookie: cookies
            .getSetCookie()
            .map((cookie) => cookie.split(';')[0])
            .join('; '),
        }
      : {},
  })

const signUp = (fields: Record<string, string> = ada) => signup(request(), form(fields), { auth })
const logIn = (fields: Record<string, string> = ada) => login(request(), form(fields), { auth })

/** The viewer that the session of this outcome makes. */
async function viewerOf(outcome: Outcome) {
  if ('faults' in outcome) throw new Error(JSON.stringify(outcome.faults))
  return (await readSession(request(outcome.cookies), { auth, db })).viewer
}

const faultsOf = (outcome: Outcome) => ('faults' in outcome ? outcome.faults : undefined)

it('makes an organization at sign-up, owned by the new user, and the session acts for it', async () => {
  const viewer = await viewerOf(await signUp())
  expect(viewer).toMatchObject({ name: 'Ada', email: 'ada@example.com' })
  expect(await db.member.findMany()).toMatchObject([
    { organizationId: viewer?.orgId, userId: viewer?.userId, role: 'owner' },
  ])
  expect(await db.session.findMany()).toMatchObject([{ activeOrganizationId: viewer?.orgId }])
})

it('acts for the same organization after every later login', async () => {
  const first = await viewerOf(await signUp())
  const later = await viewerOf(await logIn())
  expect(later?.orgId).toBe(first?.orgId)
  expect(await db.session.count({ where: { activeOrganizationId: first?.orgId ?? '' } })).toBe(2)
  expect(await db.organization.count()).toBe(1)
})

it('leaves nothing behind when the organization cannot be made, and the same address signs up afterwards', async () => {
  await db.$executeRaw`ALTER TABLE organizations ADD CONSTRAINT refuse CHECK (name = 'nobody')`
  await expect(signUp()).rejects.toThrow()
  expect(await db.user.count()).toBe(0)
  expect(await db.account.count()).toBe(0)
  await db.$executeRaw`ALTER TABLE organizations DROP CONSTRAINT refuse`
  expect(await viewerOf(await signUp())).toMatchObject({ email: 'ada@example.com' })
})

it('gives a user without an organization one at the next login', async () => {
  await signUp()
  await db.organization.deleteMany()
  const viewer = await viewerOf(await logIn())
  expect(await db.member.findMany()).toMatchObject([{ organizationId: viewer?.orgId, role: 'owner' }])
})

it('does not take an organization back from the members it has by now', async () => {
  const before = await viewerOf(await signUp())
  const other = await viewerOf(await signUp({ ...ada, email: 'grace@example.com' }))
  await db.member.updateMany({
    where: { userId: before?.userId ?? '' },
    data: { userId: other?.userId ?? '' },
  })
  const after = await viewerOf(await logIn())
  expect(after?.orgId).not.toBe(before?.orgId)
  expect(await db.member.count({ where: { userId: after?.userId ?? '' } })).toBe(1)
})

it('does not act for an organization that the user was removed from, whatever the session says', async () => {
  const outcome = await signUp()
  const before = await viewerOf(outcome)
  const other = await viewerOf(await signUp({ ...ada, email: 'grace@example.com' }))
  await db.member.updateMany({
    where: { userId: before?.userId ?? '' },
    data: { userId: other?.userId ?? '' },
  })
  expect(await viewerOf(outcome)).toBeNull()
})

it('makes one organization of two sign-ups with one address at once', async () => {
  const outcomes = await Promise.all([signUp(), signUp()])
  expect(outcomes.filter((outcome) => 'cookies' in outcome)).toHaveLength(1)
  expect(await db.user.count()).toBe(1)
  expect(await db.organization.count()).toBe(1)
})

it('says what is wrong, by field', async () => {
  expect(faultsOf(await signUp({ name: ' ', email: 'ada', password: 'short' }))?.fields).toEqual({
    name: 'Enter your name.',
    email: 'Enter an e-mail address, like ada@example.com.',
    password: 'Choose a password of at least 8 characters.',
  })
})

it('says that an address is taken, in any case', async () => {
  await signUp()
  expect(faultsOf(await signUp({ ...ada, email: ' ADA@example.com' }))?.fields.email).toMatch(/already/)
})

it('tells a wrong password and an unknown address in the same words', async () => {
  await signUp()
  const wrong = faultsOf(await logIn({ ...ada, password: 'another password' }))
  expect(wrong?.form).toMatch(/do not match/)
  expect(faultsOf(await logIn({ ...ada, email: 'nobody@example.com' }))).toEqual(wrong)
})
