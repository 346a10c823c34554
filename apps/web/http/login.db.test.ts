import { createDatabase, type Db } from '@paidup/db'
import { createTestDatabase, emptyTables, type TestDatabase } from '@paidup/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { APP_URL, Browser } from './testing/browser.ts'
import { PASSWORD, signUp } from './testing/person.ts'
import { startWebProcess, type WebProcess } from './testing/web-process.ts'

/** Tries that an account, and one of its devices, has room for, and a client address. */
const ACCOUNT = 10
const ADDRESS = 50

let database: TestDatabase
let db: Db
/** One that believes the proxy on this machine, and one that believes nobody; on the same database. */
let behindProxy: WebProcess
let direct: WebProcess

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase({ url: database.url })
  const env = {
    // Also because better-auth limits, and wants cookies to be safe, in production only.
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    APP_URL,
    AUTH_SECRET: 'a secret for the tests of this file alone',
    STRIPE_SECRET_KEY: 'sk_test_that_is_not_used',
    STRIPE_WEBHOOK_SECRET: 'whsec_that_is_not_used',
  }
  ;[behindProxy, direct] = await Promise.all([
    startWebProcess({ ...env, TRUSTED_PROXIES: '127.0.0.1, ::1' }),
    startWebProcess(env),
  ])
}, 60_000)
afterAll(async () => {
  await Promise.all([behindProxy.stop(), direct.stop()])
  await db.$disconnect()
  await database.drop()
})
beforeEach(() => emptyTables(db))

let hosts = 0
/** Somebody at a client address that nobody else in these tests has. */
function stranger(address = `198.51.100.${++hosts}`): Browser {
  return new Browser(behindProxy.url, { 'x-forwarded-for': address })
}

const WRONG = { password: 'a wrong password' }
const ada = { email: 'ada@example.com', password: PASSWORD }
const nobody = { email: 'nobody@example.com', password: PASSWORD }

/** Somebody who has an account, and is signed out again. */
async function openAccount(name = 'ada', person = stranger()): Promise<Browser> {
  const { browser } = await signUp({ url: person.url, db }, name, person)
  return browser.signOut()
}

/** By the form and by the endpoint, in turn: what is counted is counted once for both. */
const logIn = (person: Browser, account: typeof ada, n = 0) =>
  n % 2 ? person.call('/api/auth/sign-in/email', account) : person.post('/login', account)

async function statuses(count: number, attempt: (n: number) => Promise<Response>): Promise<number[]> {
  const all = []
  for (let n = 0; n < count; n += 1) all.push((await attempt(n)).status)
  return all
}

/** As if so many more tries had failed. */
const fail = (bucket: string, tries: number) =>
  db.loginAttempt.updateMany({
    where: { key: { startsWith: `${bucket}:` } },
    data: { points: { increment: tries } },
  })

describe('wrong passwords for one account', () => {
  it('are refused from the eleventh on, by the form', async () => {
    await openAccount()
    const guesser = stranger()
    const guess = () => guesser.post('/login', { ...ada, ...WRONG })
    await guess()
    await fail('account', ACCOUNT - 2)
    expect((await guess()).status).toBe(422)
    const refused = await guess()
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(900)
    const page = await refused.text()
    expect(page).toContain('Too many tries. Wait 15 minutes, then try again.')
    expect(page).toContain('value="ada@example.com"')
    expect(page).not.toContain(WRONG.password)
  })

  it('are refused from the eleventh on, by the endpoint', async () => {
    await openAccount()
    const guesser = stranger()
    const guess = () => guesser.call('/api/auth/sign-in/email', { ...ada, ...WRONG })
    await guess()
    await fail('account', ACCOUNT - 2)
    expect((await guess()).status).toBe(401)
    const refused = await guess()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_TRIES' })
  })

  it('are counted once for form, endpoint and both processes, from whatever address, in any case', async () => {
    await openAccount()
    const guess = (n: number) =>
      logIn(
        stranger().at((n % 3 ? behindProxy : direct).url),
        { email: n % 4 ? 'Ada@Example.com' : ada.email, ...WRONG },
        n,
      )
    const answers = await statuses(ACCOUNT + 4, guess)
    expect(answers.slice(0, ACCOUNT)).not.toContain(429)
    expect(answers.slice(ACCOUNT)).toEqual([429, 429, 429, 429])
  })

  it('get no more tries than that when a hundred come at once to two processes', async () => {
    await openAccount()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        logIn(stranger(`203.0.113.${n}`).at((n % 4 < 2 ? behindProxy : direct).url), { ...ada, ...WRONG }, n),
      ),
    )
    const tried = answers.filter(({ status }) => status === 401 || status === 422)
    expect(tried).toHaveLength(ACCOUNT)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100 - ACCOUNT)
  })

  it('are answered alike where there is no such account', async () => {
    await openAccount()
    const told = async ({ email }: typeof ada) => {
      await db.loginAttempt.deleteMany()
      const guess = () => readable(stranger().call('/api/auth/sign-in/email', { email, ...WRONG }))
      const wrong = await guess()
      await fail('account', ACCOUNT)
      return [wrong, await guess()]
    }
    const answers = await told(ada)
    expect(answers.map(({ status }) => status)).toEqual([401, 429])
    expect(await told(nobody)).toEqual(answers)
  })

  it('are forgotten after a right one', async () => {
    await openAccount()
    const person = stranger()
    const program = () => person.at(behindProxy.url, person.headers)
    for (let round = 0; round < 2; round += 1) {
      await program().call('/api/auth/sign-in/email', { ...ada, ...WRONG })
      await fail('account', ACCOUNT - 2)
      expect((await program().call('/api/auth/sign-in/email', ada)).status).toBe(200)
    }
  })

  it('can be tried again after a while, and what has expired is deleted', async () => {
    await openAccount()
    const person = stranger()
    await logIn(person, { ...ada, ...WRONG })
    await logIn(stranger(), { ...nobody, ...WRONG })
    await fail('account', ACCOUNT)
    expect((await logIn(person, ada)).status).toBe(429)

    await db.loginAttempt.updateMany({ data: { expire: new Date(Date.now() - 1000) } })
    expect((await logIn(person, { ...ada, ...WRONG })).status).toBe(422)
    expect(await db.loginAttempt.findMany({ select: { points: true } })).toEqual([
      { points: 1 },
      { points: 1 },
    ])
    expect((await logIn(person, ada)).status).toBe(303)
  })

  it('do not count when the password cannot be one', async () => {
    await openAccount()
    const person = stranger()
    const long = { ...ada, password: 'x'.repeat(129) }
    const answers = await statuses(ACCOUNT + 2, () => person.call('/api/auth/sign-in/email', long))
    expect(new Set(answers)).toEqual(new Set([400]))
    const form = await readable(person.post('/login', long))
    expect(form.status).toBe(422)
    expect(form.text).toContain('at most 128 characters')
    expect((await logIn(person, ada)).status).toBe(303)
  })
})

describe('a device that has signed in before', () => {
  /** Strangers who have used up what the account and the owner's own address have room for. */
  async function hammer(owner: Browser): Promise<void> {
    const guesser = new Browser(owner.url, owner.headers)
    await logIn(guesser, { ...ada, ...WRONG })
    await fail('account', ACCOUNT)
    await fail('address', ADDRESS)
    expect((await logIn(guesser, ada)).status).toBe(429)
  }

  it('lets its owner in while strangers are refused, after mistakes of her own', async () => {
    const owner = await openAccount()
    await hammer(owner)
    expect((await logIn(owner, { ...ada, ...WRONG })).status).toBe(422)
    expect((await logIn(owner, ada)).status).toBe(303)
    expect((await logIn(await owner.signOut(), ada, 1)).status).toBe(200)
  })

  it('is refused after ten mistakes of its own, and others are not for that', async () => {
    const owner = await openAccount()
    await logIn(owner, { ...ada, ...WRONG })
    await fail('device', ACCOUNT - 2)
    expect((await owner.call('/api/auth/sign-in/email', { ...ada, email: 'ada\0@example.com' })).status).toBe(
      400,
    )
    expect(await statuses(3, () => logIn(owner, { ...ada, ...WRONG }))).toEqual([422, 429, 429])
    expect((await logIn(stranger(), ada)).status).toBe(303)
  })

  it('stays known to several accounts', async () => {
    const owner = await openAccount()
    await openAccount('grace', owner)
    await hammer(owner)
    expect((await logIn(owner, ada)).status).toBe(303)
  })

  it('is no better than others for another account, or when its password has changed', async () => {
    const owner = await openAccount()
    const other = await openAccount('eve')
    await hammer(owner)
    expect((await logIn(other, ada)).status).toBe(429)

    const changed = { currentPassword: PASSWORD, newPassword: 'another horse battery' }
    const elsewhere = owner.at(owner.url)
    await logIn(owner, ada)
    expect((await owner.call('/api/auth/change-password', changed)).status).toBe(200)
    const now = { ...ada, password: changed.newPassword }
    expect((await logIn(elsewhere, now)).status).toBe(429)
    expect((await logIn(await owner.signOut(), now)).status).toBe(303)
  })

  it('is told by a cookie that scripts cannot read and that lasts', async () => {
    const answer = await stranger().post('/signup', { name: 'Ada', ...ada })
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('paidup.device='))
    expect(cookie).toMatch(/; HttpOnly/i)
    expect(cookie).toMatch(/; SameSite=Lax/i)
    expect(Number(/max-age=(\d+)/i.exec(cookie ?? '')?.[1])).toBeGreaterThan(30 * 24 * 3600)
    expect(cookie).not.toContain('ada')
  })
})

describe('wrong passwords from one address', () => {
  /** An address that has one try left, and somebody with an account there. */
  async function almostFull(person: Browser): Promise<void> {
    await logIn(person, { ...nobody, ...WRONG })
    await fail('address', ADDRESS - 2)
  }
  const guess = (person: Browser, n: number) => logIn(person, { email: `nobody-${n}@example.com`, ...WRONG })

  it('are refused from the fifty-first on, whatever the accounts, and other addresses are not', async () => {
    const person = stranger()
    await almostFull(person)
    expect(await statuses(3, (n) => guess(person, n))).toEqual([422, 429, 429])
    expect((await guess(stranger(), 1)).status).toBe(422)
  })

  it('are not forgotten for a right one in between', async () => {
    await openAccount()
    const person = stranger()
    await almostFull(person)
    expect((await logIn(person.at(person.url), ada)).status).toBe(303)
    expect(await statuses(2, (n) => guess(person, n))).toEqual([422, 429])
  })

  it('cost the account nothing when they are refused', async () => {
    await openAccount()
    const person = stranger()
    await almostFull(person)
    await guess(person, 1)
    await statuses(ACCOUNT + 1, (n) => logIn(person, { ...ada, ...WRONG }, n))
    expect((await logIn(stranger(), ada)).status).toBe(303)
  })

  it('are those of one /64, as a provider gives it to one customer', async () => {
    await almostFull(stranger('2001:db8:1:2::a'))
    expect((await guess(stranger('2001:db8:1:2:ffff::b'), 1)).status).toBe(422)
    expect((await guess(stranger('2001:db8:1:2::c'), 2)).status).toBe(429)
    expect((await guess(stranger('2001:db8:1:3::a'), 3)).status).toBe(422)
  })

  it('do not keep others there from their own accounts', async () => {
    await openAccount()
    const here = stranger()
    const guess = () => logIn(here, { ...nobody, ...WRONG }, 1)
    await statuses(4, guess)
    expect((await logIn(here.at(here.url), ada, 1)).status).toBe(200)
    await fail('account', ACCOUNT)
    await statuses(4, guess)
    expect((await logIn(here.at(here.url), ada, 1)).status).toBe(200)
    const address = { where: { key: { startsWith: 'address:' } } }
    expect(await db.loginAttempt.findFirst(address)).toMatchObject({ points: 4 })
  })
})

describe('the address of a client', () => {
  const storedAddress = async (person: Browser) => {
    await person.post('/signup', { name: 'Ada', ...ada })
    return (await db.session.findFirstOrThrow()).ipAddress
  }

  it('is that of the socket, whatever headers say, when no proxy is configured', async () => {
    const claims = (n: number) => ({
      'x-forwarded-for': `192.0.2.${n}`,
      forwarded: `for=192.0.2.${n}`,
      'x-real-ip': `192.0.2.${n}`,
      'cf-connecting-ip': `192.0.2.${n}`,
      'x-client-ip': `192.0.2.${n}`,
      'x-paidup-client-address': `192.0.2.${n}`,
    })
    const guess = (n: number) =>
      logIn(new Browser(direct.url, claims(n)), { email: `nobody-${n}@example.com`, ...WRONG }, n)
    await guess(1)
    await fail('address', ADDRESS - 2)
    await guess(2)
    expect((await guess(3)).status).toBe(429)
    await db.loginAttempt.deleteMany()
    expect(await storedAddress(new Browser(direct.url, claims(9)))).toBe('127.0.0.1')
  })

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['203.0.113.200, 192.0.2.7', '192.0.2.7'],
    ['192.0.2.7, 127.0.0.1', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['[2001:db8::7]:4711', '2001:0db8:0000:0000:0000:0000:0000:0000'],
    ['192.0.2.7, unknown', '127.0.0.1'],
  ])('is the hop before the configured proxy: X-Forwarded-For: %s', async (forwarded, address) => {
    const headers = {
      'x-forwarded-for': forwarded,
      forwarded: 'for=1.2.3.4',
      'x-paidup-client-address': '1.2.3.4',
    }
    expect(await storedAddress(new Browser(behindProxy.url, headers))).toBe(address)
  })
})

describe('sign-ups with addresses that are taken', () => {
  it('are refused when there were a hundred from one address, while new ones are not counted', async () => {
    await openAccount()
    const curious = stranger()
    const probe = (n: number) =>
      n % 2
        ? curious.call('/api/auth/sign-up/email', { name: 'Eve', ...ada })
        : curious.post('/signup', { name: 'Eve', ...ada })
    expect((await probe(1)).status).toBe(422)
    await openAccount('eve', curious.at(curious.url))
    await fail('taken', 99)
    expect((await probe(0)).status).toBe(429)
    expect((await probe(1)).status).toBe(429)
    expect(await (await probe(0)).text()).toContain('Too many tries.')
  })
})

async function readable(answer: Promise<Response>) {
  const response = await answer
  return {
    status: response.status,
    headers: [...response.headers.keys()].sort(),
    text: await response.text(),
  }
}
