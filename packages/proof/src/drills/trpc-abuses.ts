import { appRouter } from '@paidup/api'
import { plainRequest, type RawAnswer } from '../stage/raw-http.ts'
import { besiege, type Site, type Try } from '../stage/siege.ts'
import type { Drill } from './drill.ts'

const API = '/api/trpc'
const JSON_TYPE = 'Content-Type: application/json'

type Abuse = { method: string; target: string; type?: string; body?: string }

// The types have routers in routers, the object has every procedure by its whole name.
const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>
const kinds = Object.entries(procedures).map(([name, { _def }]) => ({ name, kind: _def.type }))
const post = (name: string, body: string, type = JSON_TYPE): Abuse => ({
  method: 'POST',
  target: `${API}/${name}`,
  type,
  body,
})
const get = (name: string, input?: unknown): Abuse => ({
  method: 'GET',
  target: `${API}/${name}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify({ json: input }))}`}`,
})

/** Inputs that no procedure may take, for the one that costs most. */
const ORDERS = [
  ...[null, [], 7, 'pro', {}, { plan: null }, { plan: 'free' }, { plan: '__proto__' }, { plan: 'toString' }],
  ...[
    { plan: { $ne: null } },
    { plan: ['pro'] },
    { plan: 'pro', interval: 'decade' },
    { plan: 'PRO', interval: 'month' },
  ],
  ...[0, -1, 1.5, 1001, 1e300, '5', null].map((quantity) => ({ plan: 'team', interval: 'month', quantity })),
]
const SPENDS = [
  ...[0, -5, 0.5, 1e308, '1', null].map((credits) => ({ credits, idempotencyKey: 'k' })),
  ...['', '\0', 'k'.repeat(101), 7, null].map((idempotencyKey) => ({ credits: 1, idempotencyKey })),
]
const SESSIONS = [
  '',
  '\0',
  "' OR 1=1 --",
  'cs_test_of_somebody_else',
  'x'.repeat(256),
  ['cs_1'],
  { $gt: '' },
  null,
]

/** What is no call at all. */
const BROKEN: Record<string, Abuse> = {
  'no body': post('checkout.create', ''),
  'half of a body': post('checkout.create', '{"json":{"plan":'),
  'lists in lists': post('checkout.create', `{"json":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  'a text for a body': post('checkout.create', '{"json":{"plan":"pro"}}', 'Content-Type: text/plain'),
  'a form for a body': post('checkout.create', 'plan=pro', 'Content-Type: application/x-www-form-urlencoded'),
  'parts that are none': post('checkout.create', 'x', 'Content-Type: multipart/form-data; boundary=b'),
  'types from the prototype': post(
    'checkout.create',
    '{"json":{"plan":"pro"},"meta":{"values":{"__proto__.x":["Date"]}}}',
  ),
  'types of the constructor': post(
    'checkout.create',
    '{"json":{"plan":"pro"},"meta":{"values":{"constructor.prototype.x":["set"]}}}',
  ),
  'types that are none': post(
    'checkout.create',
    '{"json":{"plan":"pro"},"meta":{"values":{"plan":["class","Date"]}}}',
  ),
  'meta that is none': post('checkout.create', '{"json":{"plan":"pro"},"meta":7}'),
  'an input that is no JSON': { method: 'GET', target: `${API}/entitlement.forCheckout?input={` },
  'an input of broken bytes': { method: 'GET', target: `${API}/entitlement.forCheckout?input=%ff%fe` },
  'a name of the prototype': get('__proto__'),
  'a name that every object has': get('constructor'),
  'a router for a procedure': get('entitlement'),
  'a name that is none': get('ops.everything'),
  'no name': get(''),
  'a name with a NUL': get('entitlement.current%00'),
  'a name of broken bytes': get('%ff'),
  'a name of 6 kB': get('x'.repeat(6000)),
  'a path out of here': get('..%2fauth%2flist-sessions'),
  PUT: { method: 'PUT', target: `${API}/checkout.create`, type: JSON_TYPE, body: '{"json":{"plan":"pro"}}' },
  DELETE: { method: 'DELETE', target: `${API}/subscription.portal` },
}

const BATCH = 300
const names = (name: string) => Array.from({ length: BATCH }, () => name).join(',')
const inputs = (input: unknown) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: BATCH }, (_, n) => [n, { json: input }])))

/** One request that would do the work of hundreds. */
const BATCHES: Record<string, Abuse> = {
  'checkouts in one request': post(
    `${names('checkout.create')}?batch=1`,
    inputs({ plan: 'pro', interval: 'month' }),
  ),
  'questions in one request': get(`${names('entitlement.current')}?batch=1&input=%7B%7D`),
}

/**
 * The typed API called as no client of ours calls it: by nobody, by the wrong method, with inputs that no procedure
 * takes, with what is no call at all, and with hundreds of calls in one. Proves that each is refused as the caller's
 * mistake, and that nothing is done for it.
 */
export const trpcAbuses: Drill = {
  name: 'tRPC abuses',
  run: async ({ newDatabase, ...context }) => {
    const { tries, differences } = await besiege({ ...context, databaseUrl: await newDatabase() }, triesFor)
    return { events: tries, faults: API, differences }
  },
}

function triesFor({ url, cookie }: Site): Try[] {
  const tried = (name: string, { method, target, type, body }: Abuse, cookies: string[]): Try => ({
    name: `${method} ${name}`,
    bytes: plainRequest(url, method, target, {
      headers: [...cookies, ...(type ? [type] : [])],
      ...(body !== undefined && { body }),
    }),
    faultOf: ({ statuses }: RawAnswer) =>
      statuses.every((status) => status >= 400) ? undefined : `answered ${statuses.join()}`,
  })
  const signedIn = [`Cookie: ${cookie}`]
  const calling = (name: string, kind: string) =>
    kind === 'query' ? get(name, {}) : post(name, '{"json":{}}')
  return [
    ...kinds.map(({ name, kind }) => tried(`${name}, by nobody`, calling(name, kind), [])),
    ...kinds.map(({ name, kind }) =>
      tried(`${name}, by the wrong method`, calling(name, kind === 'query' ? 'mutation' : 'query'), signedIn),
    ),
    ...ORDERS.map((input) => post('checkout.create', JSON.stringify({ json: input }))).map(
      named(signedIn, tried),
    ),
    ...ORDERS.map((input) => post('subscription.change', JSON.stringify({ json: input }))).map(
      named(signedIn, tried),
    ),
    ...SPENDS.map((input) => post('credits.spend', JSON.stringify({ json: input }))).map(
      named(signedIn, tried),
    ),
    ...SESSIONS.map((sessionId) => get('entitlement.forCheckout', { sessionId })).map(named(signedIn, tried)),
    ...Object.entries({ ...BROKEN, ...BATCHES }).map(([name, abuse]) => tried(name, abuse, signedIn)),
  ]
}

const named =
  (cookies: string[], tried: (name: string, abuse: Abuse, cookies: string[]) => Try) => (abuse: Abuse) =>
    tried(`${abuse.target.slice(0, 60)} ${abuse.body ?? ''}`.slice(0, 140), abuse, cookies)
