import { createHmac, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { fixture } from '@paidup/billing/testing'
import { plainRequest, type RawAnswer } from '../stage/raw-http.ts'
import { besiege, type Site, type Try } from '../stage/siege.ts'
import type { Drill } from './drill.ts'

type Body = string | Buffer

/** An event that would change a row, with something of it made hostile. */
const event = (object: object, changes: object = {}) =>
  JSON.stringify(
    fixture('customer.subscription.updated', {
      object,
      event: { id: `evt_hostile_${nextId++}`, ...changes },
    }),
  )
let nextId = 0

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const BODIES: Record<string, () => Body> = {
  nothing: () => '',
  'white space': () => ' \r\n\t ',
  null: () => 'null',
  'a list': () => '[]',
  'a text': () => '"text"',
  'a number': () => '1e999',
  'an empty object': () => '{}',
  'half of an object': () => event({}).slice(0, 500),
  'two objects': () => event({}) + event({}),
  'a byte order mark': () => `\uFEFF${event({})}`,
  'UTF-16': () => Buffer.from(event({}), 'utf16le'),
  'bytes that are no UTF-8': () =>
    Buffer.concat([Buffer.from(event({ description: 'x' })), Buffer.from([0xff, 0xfe])]),
  'zero bytes': () => Buffer.alloc(1000),
  'gzip that nobody announced': () => gzipSync(event({})),
  'a form': () => 'id=evt_1&type=customer.subscription.updated',
  'lists in lists, 200,000 deep': () => nested(200_000),
  'lists in lists for a customer': () =>
    event({ customer: 7 }).replace('"customer":7', `"customer":${nested(50_000)}`),
  'over a mebibyte': () => event({ description: 'x'.repeat(1024 * 1024) }),
  'no id': () => event({}, { id: undefined }),
  'a number for an id': () => event({}, { id: 7 }),
  'an id with a NUL': () => event({}, { id: 'evt_\0' }),
  'an id of 100 kB': () => event({}, { id: `evt_${randomBytes(50_000).toString('hex')}` }),
  'a type of the prototype': () => event({}, { type: '__proto__' }),
  'a type that every object has': () => event({}, { type: 'constructor' }),
  'no type': () => event({}, { type: null }),
  'no data': () => event({}, { data: null }),
  'a list for the object': () => event({}, { data: { object: [] } }),
  'the object under the prototype': () =>
    event({}, { data: {} }).replace('"data":{', '"data":{"__proto__":{"object":{}}'),
  'a text for the second': () => event({}, { created: 'now' }),
  'a second of no calendar': () => event({}, { created: 1e15 }),
  'a second before all': () => event({}, { created: -1e15 }),
  'half a second': () => event({}, { created: 1.5 }),
  'a text for livemode': () => event({}, { livemode: 'false' }),
  'an account that is a list': () => event({}, { account: ['acct_1'] }),
  'a NUL in an id of the object': () => event({ id: 'sub_\0' }),
  'an object for a customer': () => event({ customer: { id: { id: 'cus_1' } } }),
  'no items': () => event({ items: { object: 'list', data: [] } }),
  'a quantity without end': () => event({}).replace(/"quantity":\d+/, '"quantity":1e999'),
  'a quantity below zero': () => event({}).replace(/"quantity":\d+/, '"quantity":-1'),
  'a second of no calendar in the object': () => event({ cancel_at: 1e15 }),
}

/** How a body may be signed, and what is right for it then. */
const SIGNINGS: Record<
  string,
  { secret: (site: Site) => string | null; isRight: (statuses: number[]) => boolean }
> = {
  unsigned: { secret: () => null, isRight: isRefused },
  'of a foreign secret': { secret: () => 'whsec_of_somebody_else', isRight: isRefused },
  // Whoever has the secret is Stripe, and may be told to try again only by mistake: what can never be done is kept.
  signed: { secret: ({ secret }) => secret, isRight: (statuses) => statuses.every((status) => status < 500) },
}

function isRefused(statuses: number[]): boolean {
  return statuses.join() === '400' || statuses.join() === '413'
}

/** Where an event may be kept that can never be done, and what has a row of its own for each event. */
const KEPT = ['processed_events', 'quarantined_events', 'stale_events']

/**
 * Bodies to the webhook that are no event, or one with something hostile in it: unsigned, signed by somebody else, and
 * signed right. Proves that an answer is always given, that nothing unsigned is read, and that nothing of it is
 * written but the event itself, set apart.
 */
export const bodies: Drill = {
  name: 'hostile bodies',
  run: async ({ newDatabase, ...context }) => {
    const options = { ...context, databaseUrl: await newDatabase(), mayWrite: KEPT }
    const { tries, differences } = await besiege(options, triesFor)
    return { events: tries, faults: 'POST /webhooks/stripe', differences }
  },
}

function triesFor(site: Site): Try[] {
  return Object.entries(SIGNINGS).flatMap(([signing, { secret, isRight }]) =>
    Object.entries(BODIES).map(([name, make]) => {
      const body = make()
      const key = secret(site)
      const headers = key === null ? [] : [`Stripe-Signature: ${signatureOf(body, key)}`]
      return {
        name: `${name}, ${signing}`,
        bytes: plainRequest(site.url, 'POST', '/webhooks/stripe', { headers, body }),
        faultOf: ({ statuses }: RawAnswer) => (isRight(statuses) ? undefined : `answered ${statuses.join()}`),
      }
    }),
  )
}

/** Over the bytes, as Stripe signs: the SDK's own signing takes texts alone, and not every body here is one. */
function signatureOf(body: Body, secret: string): string {
  const second = Math.floor(Date.now() / 1000)
  const digest = createHmac('sha256', secret).update(`${second}.`).update(body).digest('hex')
  return `t=${second},v1=${digest}`
}
