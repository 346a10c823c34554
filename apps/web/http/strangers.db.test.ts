import { signed, WEBHOOK_SECRET } from '@paidup/billing/testing'
import { createTestDatabase, type TestDatabase } from '@paidup/db/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { exchange, rawRequest, type RawAnswer } from './testing/raw-http.ts'
import { startWebProcess, type WebProcess } from './testing/web-process.ts'

const APP = 'https://paid.example'
let database: TestDatabase
let web: WebProcess

beforeAll(async () => {
  database = await createTestDatabase()
  // As behind a proxy that ends TLS and sends on under a Host of its own. In tests better-auth judges no origin.
  web = await startWebProcess({
    NODE_ENV: 'development',
    DATABASE_URL: database.url,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    APP_URL: APP,
  })
}, 60_000)
afterAll(async () => {
  await web.stop()
  await database.drop()
})

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const JSON_BODY = { 'Content-Type': 'application/json' }
const PAGE = { Accept: 'text/html' }
const ask = (line: string, headers: Record<string, string> = {}, body = '') =>
  exchange(web.url, rawRequest(line, headers, body))
const titleOf = ({ body }: RawAnswer) => (JSON.parse(body) as { title: string }).title

describe('a body that would fill the memory', () => {
  const size = 150 * 1024 * 1024
  const chunk = Buffer.alloc(64 * 1024, 'x')
  /** Bytes: what is kept and dropped of it, and what waits in the buffers of two sockets. */
  const taken = 32 * 1024 * 1024
  /** Sends it to the end, or until it is cut off. */
  const flood = async (line: string, headers: Record<string, string> = {}) => {
    const declared = rawRequest(line, { ...FORM, 'Content-Length': String(size), ...headers })
    const answer = await exchange(web.url, declared, { endless: chunk, atMost: taken * 2 })
    expect(answer.sent).toBeLessThan(taken)
    return answer
  }

  it.each([
    'POST /webhooks/../login',
    'POST /webhooks/%2e%2e/login',
    'POST /webhooks/%2E%2e/login',
    'POST /webhooks/.%2e/login',
    String.raw`POST /webhooks/..\login`,
    String.raw`POST /webhooks\..\login`,
    'POST /webhooks/%2e%2e%5clogin',
    'POST /webhooks/..%2flogin',
    'POST /webhooks/..;/login',
    'POST /webhooks/x/../../login',
    'POST /webhooks/./stripe',
    'POST //webhooks/stripe',
    'POST /webhooks//stripe',
    'POST /webhooks/stripe#/../login',
    'POST http://paid.example/login',
  ])('is refused with 400 before it is read: %s', async (line) => {
    const answer = await flood(line)
    expect(answer).toMatchObject({ status: 400, headers: { 'content-type': 'application/problem+json' } })
    expect(titleOf(answer)).toBe('bad_target')
  })

  it.each([
    'POST /login',
    'POST /webhooks/nobody',
    'POST /webhooks/%252e%252e/login',
    'POST /WEBHOOKS/stripe',
    'POST /webhooks/stripe.data',
    'POST /api/trpc/credits.spend',
    'POST /api/auth/sign-in/email',
    'PUT /billing',
    'PUT /webhooks/stripe',
    'GET /webhooks/stripe',
    'GET /pricing',
    'GET /favicon.svg',
    'POST /nowhere',
  ])('is refused with 413: %s', async (line) => {
    expect(await flood(line)).toMatchObject({ status: 413, headers: { connection: 'close' } })
  })

  it('is refused with 413 when it does not say how long it is', async () => {
    const head = rawRequest('POST /login', { ...FORM, 'Transfer-Encoding': 'chunked' })
    const endless = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`)
    const answer = await exchange(web.url, head, { endless, atMost: taken * 2 })
    expect(answer.status).toBe(413)
    expect(answer.sent).toBeLessThan(taken)
  })

  it('is read by the webhook under the limit of its own', async () => {
    const answer = await flood('POST /webhooks/stripe')
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.body)).toMatchObject({ outcome: 'too_large' })
  })

  it('is no reason to refuse a small one without a length', async () => {
    const head = rawRequest('POST /login', { ...FORM, 'Transfer-Encoding': 'chunked' })
    expect(await exchange(web.url, `${head}7\r\nemail=a\r\n0\r\n\r\n`)).toMatchObject({ status: 422 })
  })
})

describe('a mistake of the client', () => {
  const long = 'x'.repeat(129)
  const boundary = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const credentials = { email: 'ada@example.com', password: long }

  it.each<[number, string, string]>([
    [400, 'a path that cannot be decoded', rawRequest('GET /%ff')],
    [400, 'the same for the API', rawRequest('GET /api/auth/%c0%af')],
    [405, 'TRACE', rawRequest('TRACE /')],
    [405, 'CONNECT', rawRequest('CONNECT paid.example:443')],
    [405, 'a method of other protocols', rawRequest('PROPFIND /')],
    [400, 'no method at all', rawRequest('NONSENSE /')],
    [405, 'OPTIONS of a page', rawRequest('OPTIONS /')],
    [400, 'OPTIONS of everything', rawRequest('OPTIONS *')],
    [400, 'a Host with a space', rawRequest('GET /', { Host: 'a b' })],
    [400, 'a Host that is not closed', rawRequest('GET /', { Host: '[::1' })],
    [400, 'a Host with a port that is none', rawRequest('GET /', { Host: 'a:99999' })],
    [400, 'a Host with a user', rawRequest('GET /', { Host: 'a@b' })],
    [400, 'a Host with a path', rawRequest('GET /', { Host: 'a/b' })],
    [400, 'an empty Host', rawRequest('GET /', { Host: '' })],
    [400, 'two Hosts', `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`],
    [400, 'a whole address as the target', rawRequest('GET http://other/')],
    [400, 'a fragment in the target', rawRequest('GET /login#/x')],
    [400, 'two lengths', rawRequest('POST /login', { ...FORM, 'content-length': '3' }, 'email=a')],
    [400, 'a length and chunks', rawRequest('POST /login', { 'Transfer-Encoding': 'chunked' }, 'a=b')],
    [
      400,
      'a length that is too short',
      rawRequest('POST /login', { ...FORM, 'Content-Length': '1', Connection: 'keep-alive' }, 'email=a'),
    ],
    [
      417,
      'an expectation that nobody meets',
      rawRequest('POST /login', { ...FORM, Expect: 'wonders' }, 'email=a'),
    ],
    [
      422,
      'a form that waits to be asked',
      rawRequest('POST /login', { ...FORM, Expect: '100-continue' }, 'email=a'),
    ],
    [
      422,
      'a password of 129 characters',
      rawRequest('POST /login', FORM, `email=ada%40example.com&password=${long}`),
    ],
    [
      400,
      'the same in the API',
      rawRequest('POST /api/auth/sign-in/email', JSON_BODY, JSON.stringify(credentials)),
    ],
    [
      422,
      'a NUL in a name',
      rawRequest('POST /signup', FORM, 'name=A%00&email=nul%40example.com&password=longenough'),
    ],
    [
      422,
      'an address of 3,000 characters',
      rawRequest('POST /signup', FORM, `name=A&email=${'a'.repeat(3000)}%40example.com&password=longenough`),
    ],
    [415, 'JSON on a form', rawRequest('POST /login', JSON_BODY, '{"email":"a"}')],
    [415, 'the same, asked for as data', rawRequest('POST /login.data', JSON_BODY, '{"email":"a"}')],
    [415, 'text on a form', rawRequest('POST /signup', { 'Content-Type': 'text/plain' }, 'email=a')],
    [415, 'a form without a type', rawRequest('POST /login', {}, 'email=a')],
    [400, 'broken multipart', rawRequest('POST /login', boundary, 'nonsense')],
    [
      400,
      'multipart without a boundary',
      rawRequest('POST /login', { 'Content-Type': 'multipart/form-data' }, 'x'),
    ],
    [405, 'a form on a page that takes none', rawRequest('POST /pricing', FORM, 'a=b')],
    [405, 'the same, asked for as data', rawRequest('POST /pricing.data', FORM, 'a=b')],
    [405, 'a form on a page that there is not', rawRequest('POST /nowhere', FORM, 'a=b')],
    [405, 'a form for the probe', rawRequest('POST /healthz', FORM, 'a=b')],
    [200, 'a question of another version', rawRequest('GET /?_data=root')],
    [416, 'a range beyond the file', rawRequest('GET /favicon.svg', { Range: 'bytes=9999999-' })],
    [412, 'a condition that does not hold', rawRequest('GET /favicon.svg', { 'If-Match': '"other"' })],
    [400, 'JSON that breaks off', rawRequest('POST /api/auth/sign-in/email', JSON_BODY, '{')],
    [
      403,
      'a way back to another site',
      rawRequest(
        'POST /api/auth/sign-in/email',
        { ...JSON_BODY, Origin: APP },
        JSON.stringify({ ...credentials, password: 'short', callbackURL: 'https://evil.example/' }),
      ),
    ],
  ])('is answered with %i: %s', async (status, _name, request) => {
    expect((await exchange(web.url, request)).status).toBe(status)
  })

  it('is told as a page to a browser and as a problem to a program, inside the frame where it can be', async () => {
    const asPage = await ask('GET /%ff', PAGE)
    expect(asPage.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(asPage.body).toContain('This request cannot be read')
    const inFrame = await ask('POST /login', { ...JSON_BODY, ...PAGE }, '{}')
    expect(inFrame).toMatchObject({ status: 415, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(inFrame.body).toContain('This is not a form')
    const titles = {
      'GET /%ff': 'bad_target',
      'POST /login': 'unsupported_media_type',
      'POST /pricing': 'method_not_allowed',
      'POST /healthz': 'method_not_allowed',
    }
    for (const [line, title] of Object.entries(titles)) {
      const answer = await ask(line, JSON_BODY, '{}')
      expect(answer.headers['content-type']).toBe('application/problem+json')
      expect([line, titleOf(answer)]).toEqual([line, title])
    }
  })

  it('is nothing that an operator has to look at', async () => {
    await ask('GET /the-last-of-them/%ff')
    await vi.waitUntil(() => web.lines.some((line) => line.includes('the-last-of-them')), { timeout: 5000 })
    expect(web.lines.filter((line) => /"level":"(error|fatal)"|SERVER_ERROR/.test(line))).toEqual([])
  })
})

describe('what another site’s page sends', () => {
  const post = (headers: Record<string, string>, path = '/login') =>
    ask(`POST ${path}`, { ...FORM, ...headers }, 'email=a&password=b')

  it.each([
    ['a foreign origin', { Origin: 'https://evil.example' }],
    ['the same host over http', { Origin: 'http://paid.example' }],
    ['a host that begins alike', { Origin: 'https://paid.example.evil.example' }],
    ['no origin that can be read', { Origin: 'nonsense' }],
    ['two origins', { Origin: `${APP}, https://evil.example` }],
    ['a hidden origin', { Origin: 'null' }],
    ['a hidden origin of another site', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['no origin, but the browser says so', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbour', { 'Sec-Fetch-Site': 'same-site' }],
    ['a forged Host beside it', { Origin: 'https://evil.example', Host: 'evil.example' }],
    ['a forged proxy beside it', { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' }],
  ])('is refused with 403: %s', async (_, headers) => {
    for (const path of [
      '/login',
      '/login.data',
      '/logout',
      '/portal',
      '/api/trpc/credits.spend',
      '/api/auth/sign-out',
    ]) {
      expect((await post(headers, path)).status).toBe(403)
    }
  })

  it('is told plainly', async () => {
    const { body } = await post({ ...PAGE, Origin: 'https://evil.example' })
    expect(body).toContain(`Use the one at ${APP}.`)
  })

  it.each([
    ['the app’s own, whatever a proxy made of Host', { Origin: APP, Host: '10.0.0.7:8080' }],
    ['the same, with a proxy that says who it is', { Origin: APP, 'X-Forwarded-Host': 'inside.example' }],
    ['a hidden origin of its own', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
    ['a program’s', {}],
  ])('is not: %s', async (_, headers) => {
    expect((await post(headers)).status).toBe(422)
    expect((await post(headers, '/login.data')).status).toBe(422)
    expect((await post(headers, '/api/auth/sign-out')).status).not.toBe(403)
  })

  it('is not a webhook, which proves itself by its signature', async () => {
    const event = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'product.created',
      created: 1,
      livemode: false,
      data: { object: {} },
    })
    const headers = { 'Stripe-Signature': signed(event).signature, Origin: 'https://dashboard.example' }
    expect(await ask('POST /webhooks/stripe', headers, event)).toMatchObject({ status: 200 })
  })
})

describe('every answer', () => {
  it.each(['GET /', 'GET /favicon.svg', 'GET /healthz', 'GET /%ff', 'POST /webhooks/stripe'])(
    'has the headers that protect its reader: %s',
    async (line) => {
      const { headers } = await ask(line)
      expect(headers).toMatchObject({
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(/script-src 'self' 'nonce-[\w+/]{22}=='/) as string,
      })
    },
  )

  it('lets the scripts of its own page run, and no others', async () => {
    const { headers, body } = await ask('GET /', PAGE)
    const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1]
    expect(body).toContain(`nonce="${nonce}"`)
  })

  it('comes plainly to a probe that speaks HTTP/1.0 and names no host', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const answer = await exchange(web.url, `GET ${path} HTTP/1.0\r\n\r\n`)
      expect(answer).toMatchObject({
        status: 200,
        headers: { 'content-type': expect.stringContaining('json') as string },
      })
    }
  })
})
