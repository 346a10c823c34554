import { createStripe } from '@paidup/billing'
import { setupCatalogue } from '@paidup/billing/operate'
import { createDatabase, type Db } from '@paidup/db'
import { createTestDatabase, type TestDatabase } from '@paidup/db/testing'
import { startStripeLocal, type StripeLocal } from '@paidup/stripe-local'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { APP_URL, Browser } from './testing/browser.ts'
import { signUp, type Person } from './testing/person.ts'
import { startWebProcess, type WebProcess } from './testing/web-process.ts'

let database: TestDatabase
let db: Db
let local: StripeLocal
let stripe: Stripe
let web: WebProcess
/** Who has bought nothing, and whose account stays as it is. */
let visitor: Person

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase({ url: database.url })
  local = await startStripeLocal({ port: 0, seed: 'signed-in' })
  stripe = createStripe({ secretKey: 'sk_test_local', apiBase: local.url })
  await setupCatalogue(stripe)
  web = await startWebProcess({
    DATABASE_URL: database.url,
    STRIPE_SECRET_KEY: 'sk_test_local',
    STRIPE_API_BASE: local.url,
    STRIPE_WEBHOOK_SECRET: 'whsec_of_these_tests',
    AUTH_SECRET: 'a secret for the tests of this file alone',
    APP_URL,
  })
  visitor = await signUp({ url: web.url, db })
}, 60_000)
afterAll(async () => {
  await web.stop()
  await local.close()
  await db.$disconnect()
  await database.drop()
})

/** All that a checkout makes, at Stripe and here. */
async function made() {
  const [customers, sessions, links, checkouts] = await Promise.all([
    stripe.customers.list({ limit: 100 }),
    stripe.checkout.sessions.list({ limit: 100 }),
    db.billingCustomer.count(),
    db.checkoutSession.count(),
  ])
  return {
    customers: customers.data.length,
    sessions: sessions.data.map(({ id, status }) => `${id} ${status}`),
    links,
    checkouts,
  }
}

describe('GET /checkout', () => {
  it.each<[string, string, Record<string, string>]>([
    ['a browser', 'GET', { accept: 'text/html' }],
    ['a browser that prefetches', 'GET', { 'sec-purpose': 'prefetch', purpose: 'prefetch' }],
    ['a crawler', 'GET', { 'user-agent': 'Bot/1.0' }],
    ['a check of the link', 'HEAD', {}],
  ])(
    'changes nothing at Stripe nor here, also while another checkout is open: %s',
    async (_, method, headers) => {
      const open = { json: { plan: 'pro', interval: 'month' } }
      expect((await visitor.browser.call('/api/trpc/checkout.create', open)).status).toBe(200)
      const before = await made()
      for (const path of [
        '/checkout?plan=team&interval=year&quantity=3',
        '/checkout.data?plan=team&interval=year',
      ]) {
        const answer = await visitor.browser.send(path, { method, headers })
        expect(answer.status).toBe(200)
      }
      expect(await made()).toEqual(before)
    },
  )

  it('shows what is about to be bought, for how much, and a form that begins it', async () => {
    const answer = await visitor.browser.get('/checkout?plan=team&interval=year&quantity=3')
    const page = await answer.text()
    expect(page).toContain('You are about to buy')
    expect(page).toContain('$450 per year')
    expect(page).toContain('method="post" action="/checkout?plan=team&amp;interval=year"')
  })

  it('leads to sign-up who is not signed in, and from there back', async () => {
    const answer = await new Browser(web.url).get('/checkout?plan=pro')
    const back = '/checkout?plan=pro&interval=month&quantity=1'
    expect(answer.headers.get('location')).toBe(`/signup?redirectTo=${encodeURIComponent(back)}`)
    const login = await visitor.browser.get(`/login?redirectTo=${encodeURIComponent(back)}`)
    expect(login.headers.get('location')).toBe(back)
  })

  it('shows the plans where it names none', async () => {
    for (const query of ['', '?plan=free', '?plan=platinum']) {
      expect((await visitor.browser.get(`/checkout${query}`)).headers.get('location')).toBe('/pricing')
    }
  })
})

describe('POST /checkout', () => {
  it('opens one at Stripe, with what the form says', async () => {
    const answer = await visitor.browser.post('/checkout?plan=team&interval=year', { quantity: '5' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toContain(local.url)
    const { data } = await stripe.checkout.sessions.list({ limit: 1 })
    const lines = await stripe.checkout.sessions.listLineItems(data[0]?.id ?? '')
    expect(lines.data).toMatchObject([{ quantity: 5, price: { lookup_key: 'team_yearly' } }])
  })

  it('takes it from the form alone, too', async () => {
    const answer = await visitor.browser.post('/checkout', { plan: 'credits_100', quantity: '2' })
    expect(answer.headers.get('location')).toContain(local.url)
  })

  it('leads to sign-up who is not signed in, by a request that changes nothing', async () => {
    const before = await made()
    const answer = await new Browser(web.url).post('/checkout?plan=team&interval=year', { quantity: '5' })
    expect(answer.status).toBe(303)
    const back = '/checkout?plan=team&interval=year&quantity=5'
    expect(answer.headers.get('location')).toBe(`/signup?redirectTo=${encodeURIComponent(back)}`)
    expect(await made()).toEqual(before)
  })

  it('says so when Stripe does not open one, and offers to try again', async () => {
    local.dispatcher.configure({ api: { serverError: 1 } })
    const answer = await visitor.browser.post('/checkout?plan=pro&interval=month')
    local.dispatcher.configure({})
    expect(answer.status).toBe(502)
    expect(await answer.text()).toContain('Try again')
  })
})

describe('the portal', () => {
  it('is refused with 409 and words to who has never subscribed, and is no fault of ours', async () => {
    const answer = await visitor.browser.send('/portal', { method: 'POST', headers: { accept: 'text/html' } })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('This was not done')
    expect(web.lines.filter((line) => line.includes('/portal') && line.includes('"error"'))).toEqual([])
  })
})

describe('the typed API', () => {
  it('takes one call at a time', async () => {
    const before = await made()
    const paths = Array.from({ length: 300 }, () => 'checkout.create').join(',')
    const inputs = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [n, { json: { plan: 'pro', interval: 'month' } }]),
    )
    expect((await visitor.browser.call(`/api/trpc/${paths}?batch=1`, inputs)).status).toBe(400)
    expect((await visitor.browser.get('/api/trpc/credits.balance,credits.balance?batch=1')).status).toBe(400)
    expect(await made()).toEqual(before)
    expect((await visitor.browser.get('/api/trpc/credits.balance')).status).toBe(200)
  })

  it('changes nothing by GET', async () => {
    const before = await made()
    const input = encodeURIComponent(JSON.stringify({ json: { plan: 'pro', interval: 'month' } }))
    expect((await visitor.browser.get(`/api/trpc/checkout.create?input=${input}`)).status).toBe(405)
    expect(await made()).toEqual(before)
  })

  it.each([
    ['a number beyond the table', { credits: 2 ** 40, idempotencyKey: 'a' }],
    ['a number beyond all numbers', { credits: 1e300, idempotencyKey: 'a' }],
    ['a NUL', { credits: 1, idempotencyKey: 'a\0' }],
    ['half a character', { credits: 1, idempotencyKey: '\ud800' }],
  ])('answers with 4xx: %s', async (_, input) => {
    const { status } = await visitor.browser.call('/api/trpc/credits.spend', { json: input })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })
})

describe('the accounts’ own API', () => {
  const much = 'x'.repeat(100_000)
  const account = { email: 'another@example.com', password: 'correct horse battery' }
  const deep = (levels: number): unknown => (levels === 0 ? 'x' : { inner: deep(levels - 1) })

  it.each<[string, string, object]>([
    ['a person’s name of 100 kB', 'sign-up/email', { ...account, name: much }],
    ['a name of 101 characters', 'sign-up/email', { ...account, name: 'x'.repeat(101) }],
    ['a name of spaces', 'sign-up/email', { ...account, name: '  ' }],
    ['a name with a NUL', 'sign-up/email', { ...account, name: 'A\0' }],
    ['an address of 100 kB', 'sign-up/email', { ...account, name: 'A', email: `${much}@example.com` }],
    ['a picture of 100 kB', 'sign-up/email', { ...account, name: 'A', image: `https://a.example/${much}` }],
    ['a name that is an object', 'sign-up/email', { ...account, name: { a: 1 } }],
    ['a name that is a number', 'sign-up/email', { ...account, name: 7 }],
    ['no name', 'sign-up/email', { ...account, name: null }],
    ['a picture that is a list', 'sign-up/email', { ...account, name: 'A', image: [1] }],
    ['a slug of 100 kB', 'organization/update', { data: { slug: much } }],
    ['a slug with a NUL', 'organization/update', { data: { slug: 'a\0' } }],
    ['metadata of 100 kB', 'organization/update', { data: { metadata: { much } } }],
    [
      'metadata of many small parts',
      'organization/update',
      { data: { metadata: { list: Array.from({ length: 9000 }, () => 'xx') } } },
    ],
    ['metadata of many levels', 'organization/update', { data: { metadata: deep(500) } }],
    ['an organization’s new name of 100 kB', 'organization/update', { data: { name: much } }],
    ['an organization’s new logo of 100 kB', 'organization/update', { data: { logo: much } }],
  ])('takes no more than the forms do: %s', async (_, path, body) => {
    const rows = () => Promise.all([db.user.count(), db.organization.count()])
    const before = await rows()
    const answer = await visitor.browser.call(`/api/auth/${path}`, body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'FIELD_REFUSED',
      message: expect.stringMatching(/\w/) as string,
    })
    expect(await rows()).toEqual(before)
    expect(await db.user.findUnique({ where: { email: visitor.email } })).toMatchObject({
      name: 'Ada Lovelace',
      image: null,
    })
  })

  it('takes what is within them', async () => {
    const image = 'https://pictures.example/ada.png'
    const within = { ...account, name: 'x'.repeat(100), image }
    expect((await new Browser(web.url).call('/api/auth/sign-up/email', within)).status).toBe(200)
    expect(await db.user.findUnique({ where: { email: account.email } })).toMatchObject({
      name: 'x'.repeat(100),
      image,
    })
  })

  it.each([
    'organization/get-full-organization?organizationId=%00',
    'organization/list-members?sortBy=nothing&limit=1',
    'organization/list-members?offset=99999999999999999999',
    'organization/list-members?limit=-1',
    'organization/list-members?filterField=role&filterOperator=in&filterValue=a',
    'organization/list-members?filterField=createdAt&filterValue=zz',
  ])('answers with 400: %s', async (path) => {
    expect((await visitor.browser.get(`/api/auth/${path}`)).status).toBe(400)
  })

  it('logs none of it as a fault', async () => {
    await fetch(`${web.url}/the-last-of-them/%ff`)
    await vi.waitUntil(() => web.lines.some((line) => line.includes('the-last-of-them')), { timeout: 5000 })
    const faults = web.lines.filter((line) => /"level":"(error|fatal)"|SERVER_ERROR/.test(line))
    // But the one for the checkout that Stripe did not open.
    expect(faults.filter((line) => !line.includes('checkout.create'))).toEqual([])
  })
})

describe('the billing page', () => {
  it('leads from the newest payments to the oldest, a page at a time, and shows each once', async () => {
    const { browser, ownOrgId: orgId } = await signUp({ url: web.url, db })
    const one = { kind: 'invoice_paid', orgId, livemode: false, currency: 'usd', occurredAt: new Date() }
    const numbers = Array.from({ length: 120 }, (_, n) => n)
    await db.payment.createMany({
      data: numbers.map((n) => {
        const stripeObjectId = `in_page & ${n}`
        const links = { hostedInvoiceUrl: `https://invoice.example/${n}-` }
        return { ...one, ...links, businessKey: `invoice:${stripeObjectId}`, stripeObjectId, amount: 100 }
      }),
    })
    const shown: number[][] = []
    let next: string | undefined = '/billing'
    while (next) {
      const { status, text } = await browser.ask('GET', next)
      expect(status).toBe(200)
      const html = text.slice(0, text.indexOf('window.__remixContext'))
      shown.push([...html.matchAll(/invoice\.example\/(\d+)-/g)].map(([, n]) => Number(n)))
      next = /href="(\/billing\?before=[^"]+)"/.exec(html)?.[1]
    }
    expect(shown.map((page) => page.length)).toEqual([50, 50, 20])
    expect(shown.flat()).toEqual(numbers.toReversed())
    expect((await browser.ask('GET', '/billing?before=nothing')).status).toBe(404)
  })
})
