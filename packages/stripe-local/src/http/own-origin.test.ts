import { request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCheckout, openShop, type Shop } from '../testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ webhook: undefined })
})
afterEach(() => shop.close())

type Sent = { method?: string; headers?: Record<string, string>; body?: string }
/** One request with exactly these headers, `Host` and `Origin` among them, which `fetch` sets itself. */
function ask(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: shop.local.port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
const key = { authorization: 'Bearer sk_test_1' }
const own = () => `127.0.0.1:${shop.local.port}`
const skipped = () => shop.local.world.clock.skippedMs

const day = JSON.stringify({ seconds: 86_400 })
/** Everything that a button of a page or a lever can do, as another page would try it. */
const changes = (pay: string): [string, Sent][] => [
  ['/_local/advance', { method: 'POST', body: day }],
  ['/_local/reset', { method: 'POST', body: '{}' }],
  ['/_local/delivery', { method: 'POST', body: '{"drop":["*"]}' }],
  ['/', { method: 'POST', body: 'action=advance&seconds=86400' }],
  [pay, { method: 'POST', body: 'email=a%40example.com&method=sepa_debit' }],
]
const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('a page whose own name was made to resolve to this machine reads and changes nothing', async () => {
  const { pay } = await openCheckout(shop.stripe)
  const { pathname } = new URL(pay)
  const reads: [string, Sent][] = [
    ['/', {}],
    ['/_local/health', {}],
    ['/_local/deliveries', {}],
    [pathname, {}],
    ['/v1/customers', { headers: key }],
  ]
  for (const host of [
    'evil.example',
    `evil.example:${shop.local.port}`,
    '127.0.0.1.evil.example',
    'localhost.evil.example:80',
    'sub.localhost',
    '127.0.0.2',
    '0.0.0.0',
    '[::2]',
  ]) {
    for (const [path, sent] of [...reads, ...changes(pathname)]) {
      const answer = await ask(path, { ...sent, headers: { ...form, ...sent.headers, host } })
      expect([host, path, answer.status]).toEqual([host, path, 403])
      expect(answer.body).toContain('127.0.0.1, localhost or [::1]')
    }
  }
  expect(skipped()).toBe(0)
})

test('a page of another origin pulls no lever and presses no button', async () => {
  const { session, pay } = await openCheckout(shop.stripe)
  const { pathname } = new URL(pay)
  const pages: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { origin: `https://${own()}` },
    { origin: `http://localhost:${shop.local.port}` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ]
  for (const page of pages) {
    for (const [path, sent] of changes(pathname)) {
      const answer = await ask(path, { ...sent, headers: { ...form, ...page, host: own() } })
      expect([page, path, answer.status]).toEqual([page, path, 403])
    }
    for (const path of ['/_local/clock', '/_local/deliveries']) {
      expect((await ask(path, { headers: { ...page, host: own() } })).status).toBe(403)
    }
  }
  expect(skipped()).toBe(0)
  expect((await shop.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
})

test('a page of another origin cannot use the API, even with a key', async () => {
  const headers = { ...key, host: own(), origin: 'https://evil.example' }
  const answer = await ask('/v1/customers', { method: 'POST', headers })
  expect(answer.status).toBe(403)
  expect(JSON.parse(answer.body)).toMatchObject({ error: { type: 'invalid_request_error' } })
  expect((await shop.stripe.customers.list()).data).toEqual([])
})

test('programs and its own pages are served under every name of this machine', async () => {
  for (const host of ['127.0.0.1', 'localhost', '[::1]', 'LocalHost', own(), '[::1]:12111', 'localhost:80']) {
    const pages = [[], [['origin', `http://${host}`]], [['sec-fetch-site', 'same-origin']]]
    for (const page of pages) {
      const headers = { ...(Object.fromEntries(page) as Record<string, string>), host }
      expect([host, (await ask('/_local/health', { headers })).status]).toEqual([host, 200])
      expect((await ask('/v1/customers', { headers: { ...headers, ...key } })).status).toBe(200)
      const pressed = { method: 'POST', headers: { ...headers, ...form }, body: 'action=release' }
      expect((await ask('/', pressed)).status).toBe(200)
    }
  }
})

test('a link of the shop opens the hosted pages, and no other page can frame or fetch them', async () => {
  const { pay } = await openCheckout(shop.stripe)
  const from = (mode: string, dest: string) => ({
    host: own(),
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': mode,
    'sec-fetch-dest': dest,
  })
  for (const path of [new URL(pay).pathname, '/']) {
    expect((await ask(path, { headers: from('navigate', 'document') })).status).toBe(200)
    expect((await ask(path, { headers: from('navigate', 'iframe') })).status).toBe(403)
    expect((await ask(path, { headers: from('no-cors', 'empty') })).status).toBe(403)
  }
})
