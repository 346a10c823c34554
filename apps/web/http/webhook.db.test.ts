import { catalog } from '@paidup/billing/catalog'
import { fixture, signed, WEBHOOK_SECRET } from '@paidup/billing/testing'
import { createDatabase, inTransaction, type Db } from '@paidup/db'
import { emptyTables, createTestDatabase } from '@paidup/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startWebProcess, type WebProcess } from './testing/web-process.ts'

const OLD_SECRET = 'whsec_that_is_being_rolled'
let url: string
let db: Db
let drop: () => Promise<void>
let web: WebProcess

const start = () =>
  startWebProcess({
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: '10',
    STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET},${OLD_SECRET}`,
  })

const countPlans = () => db.cataloguePlan.count({ where: { livemode: false } })

/** A second process, which ends with the test however that goes. */
async function startForThisTest(): Promise<WebProcess> {
  const process = await start()
  onTestFinished(() => process.kill())
  return process
}

beforeAll(async () => {
  const database = await createTestDatabase()
  url = database.url
  drop = database.drop
  db = createDatabase({ url })
  web = await start()
  await vi.waitUntil(async () => (await countPlans()) === catalog.length, { timeout: 5000 })
}, 60_000)
afterAll(async () => {
  await web.stop()
  await db.$disconnect()
  await drop()
})
beforeEach(() => emptyTables(db))

type Answer = { status: number; type: string | null; body: Record<string, unknown> }

async function post(
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string>,
  to = web,
): Promise<Answer> {
  const response = await fetch(`${to.url}/webhooks/stripe`, { method: 'POST', body, headers })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: (await response.json()) as Record<string, unknown>,
  }
}

function deliver(event: object, to = web): Promise<Answer> {
  const { rawBody, signature } = signed(JSON.stringify(event))
  return post(rawBody, { 'stripe-signature': signature, 'content-type': 'application/json' }, to)
}

let nextId = 0
function newEvent(object: object = {}) {
  nextId += 1
  return fixture('customer.subscription.updated', { object, event: { id: `evt_http_${nextId}` } })
}
const outcomesOf = (answers: Answer[]) => answers.map((answer) => answer.body['outcome'])
const count = (outcomes: unknown[], outcome: string) => outcomes.filter((one) => one === outcome).length

it('tells the database the plans at its start', async () => {
  // Another than the one whose telling the other tests have emptied away.
  await startForThisTest()
  await vi.waitUntil(async () => (await countPlans()) === catalog.length, { timeout: 5000 })
}, 30_000)

describe('many deliveries of one event at once', () => {
  it('have one effect: one is processed, forty-nine are duplicates, all get 200', async () => {
    const event = newEvent()
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(event)))
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    expect(count(outcomesOf(answers), 'processed')).toBe(1)
    expect(count(outcomesOf(answers), 'duplicate')).toBe(49)
    expect(await db.processedEvent.count()).toBe(1)
    expect(await db.planEntitlement.count()).toBe(1)
  })

  it('have one effect over two processes, too', async () => {
    const other = await startForThisTest()
    const event = newEvent()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => deliver(event, n % 2 ? web : other)),
    )
    expect(count(outcomesOf(answers), 'processed')).toBe(1)
    expect(count(outcomesOf(answers), 'duplicate')).toBe(39)
  }, 30_000)
})

it('grants credits once when many events tell of one paid invoice to two processes', async () => {
  const other = await startForThisTest()
  const twins = Array.from({ length: 20 }, (_, n) =>
    fixture('invoice.paid', { event: { id: `evt_twin_${n}` } }),
  )
  const answers = await Promise.all(twins.map((event, n) => deliver(event, n % 2 ? web : other)))
  expect(count(outcomesOf(answers), 'processed')).toBe(20)
  expect(await db.payment.count()).toBe(1)
  expect(await db.creditEntry.aggregate({ _sum: { delta: true } })).toEqual({ _sum: { delta: 100 } })
}, 30_000)

/** Transactions of the web process that have written something and are not at their end. */
async function lingering(): Promise<number> {
  const open = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND backend_xid IS NOT NULL AND query LIKE '%limited AS%'`
  return open.length
}

describe('a fault between the claim and the commit', () => {
  it('answers 500 without internals and leaves no claim; the same event is then processed', async () => {
    await db.$executeRaw`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'an internal of ours'; END $$`
    await db.$executeRaw`CREATE TRIGGER fail BEFORE INSERT ON plan_entitlements EXECUTE FUNCTION fail()`
    const event = newEvent()
    const refused = await deliver(event)
    expect(refused).toMatchObject({
      status: 500,
      type: 'application/problem+json',
      body: { outcome: 'error' },
    })
    expect(JSON.stringify(refused.body)).not.toContain('internal of ours')
    expect(await db.processedEvent.count()).toBe(0)

    await db.$executeRaw`DROP FUNCTION fail() CASCADE`
    expect(await deliver(event)).toMatchObject({ status: 200, body: { outcome: 'processed' } })
  })

  it('leaves nothing claimed when the process is killed, and the retry heals it', async () => {
    await db.$executeRaw`CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM set_config('lock_timeout', '0', true), pg_advisory_xact_lock(1); RETURN NEW; END $$`
    await db.$executeRaw`CREATE TRIGGER linger BEFORE INSERT ON plan_entitlements FOR EACH ROW EXECUTE FUNCTION linger()`
    const victim = await startForThisTest()
    const event = newEvent()
    await inTransaction(db, async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(1)`
      const broken = expect(deliver(event, victim)).rejects.toThrow('fetch failed')
      await vi.waitUntil(async () => (await lingering()) === 1, { timeout: 4000 })
      await victim.kill()
      await broken
    })
    await vi.waitUntil(async () => (await lingering()) === 0, { timeout: 10_000 })
    expect(await db.processedEvent.count()).toBe(0)
    expect(await db.planEntitlement.count()).toBe(0)

    await db.$executeRaw`DROP FUNCTION linger() CASCADE`
    expect(await deliver(event)).toMatchObject({ status: 200, body: { outcome: 'processed' } })
    expect(await db.planEntitlement.count()).toBe(1)
  }, 30_000)
})

describe('a signature', () => {
  const body =
    '{ "object":"event",\r\n\t"id" : "evt_bytes", "type":"payment_link.created", "created":1, "livemode":false,' +
    ' "data":{"object":{"name":"Zoë 🐘 日本"}} }  \n'
  const ok = { status: 200, body: { outcome: 'ignored' } }

  it('is right over the exact bytes, multi-byte characters and odd whitespace included', async () => {
    expect(await post(body, { 'stripe-signature': signed(body).signature })).toMatchObject(ok)
  })

  it('is right from either of two secrets, and as v1 beside v0', async () => {
    expect(
      await post(body, { 'stripe-signature': signed(body, { secret: OLD_SECRET }).signature }),
    ).toMatchObject(ok)
    const [t, v1] = signed(body).signature.split(',')
    expect(await post(body, { 'stripe-signature': `${t},v0=${'a'.repeat(64)},${v1}` })).toMatchObject(ok)
  })

  const old = Math.floor(Date.now() / 1000) - 3600
  it.each<[string, Record<string, string>]>([
    ['missing', {}],
    ['nonsense', { 'stripe-signature': 'nonsense' }],
    ['without a value', { 'stripe-signature': 't=1,v1=' }],
    ['of other bytes', { 'stripe-signature': signed(`${body} `).signature }],
    ['expired', { 'stripe-signature': signed(body, { timestamp: old }).signature }],
    ['of a foreign secret', { 'stripe-signature': signed(body, { secret: 'whsec_foreign' }).signature }],
  ])('is refused with 400 and a reason when it is %s', async (_, headers) => {
    const answer = await post(body, headers)
    expect(answer).toMatchObject({
      status: 400,
      type: 'application/problem+json',
      body: { status: 400, outcome: 'invalid_signature', detail: expect.stringMatching(/\w+/) as string },
    })
    expect(await db.processedEvent.count()).toBe(0)
  })
})

describe('what is no delivery', () => {
  const twoMiB = 'x'.repeat(2 * 1024 * 1024)

  it('is refused with 413 when it is over 1 MiB, declared or streamed', async () => {
    const { signature } = signed(twoMiB)
    const tooLarge = { status: 413, type: 'application/problem+json', body: { outcome: 'too_large' } }
    expect(await post(twoMiB, { 'stripe-signature': signature })).toMatchObject(tooLarge)
    const stream = new Blob([twoMiB]).stream()
    const request = {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'stripe-signature': signature },
    }
    const response = await fetch(`${web.url}/webhooks/stripe`, request as RequestInit)
    expect(response.status).toBe(413)
    await vi.waitUntil(() => web.lines.filter((line) => line.includes('"too_large"')).length === 2, {
      timeout: 5000,
    })
  })

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('is refused with 405 when it is %s', async (method) => {
    const response = await fetch(`${web.url}/webhooks/stripe`, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect(response.headers.get('content-type')).toBe('application/problem+json')
  })
})

describe('the log', () => {
  it('has one line for a delivery, with what an operator looks for and no secret', async () => {
    const event = newEvent()
    await deliver(event)
    const line = await vi.waitUntil(() => web.lines.find((one) => one.includes(event.id)), { timeout: 5000 })
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      service: 'web',
      seam: 'webhook.stripe',
      outcome: 'processed',
      eventId: event.id,
      type: event.type,
      created: event.created,
      duration: expect.any(Number) as number,
    })
    expect(web.lines.filter((one) => one.includes(event.id))).toHaveLength(1)
    expect(web.lines.join('\n')).not.toContain('whsec_')
  })
})

describe('the counters', () => {
  const scrape = async (authorization: string) => fetch(`${web.url}/metrics`, { headers: { authorization } })
  const figure = async (name: string) => {
    const text = await (await scrape('Bearer local-metrics-token')).text()
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1),
    )
  }
  const deliveries = (outcome: string) =>
    figure(`paidup_webhook_deliveries_total{provider="stripe",outcome="${outcome}"}`)

  it.each([
    ['processed', () => deliver(newEvent())],
    ['ignored', () => deliver({ ...newEvent(), type: 'product.created' })],
    ['quarantined', () => deliver(newEvent({ items: 7 }))],
    ['invalid_signature', () => post('{}', { 'stripe-signature': 't=1,v1=0' })],
  ])('count each delivery by its outcome: %s', async (outcome, act) => {
    const before = await deliveries(outcome)
    await act()
    expect(await deliveries(outcome)).toBe(before + 1)
  })

  it('tell why signatures are refused, and the log that the clock may be wrong', async () => {
    const faults = (reason: string) =>
      figure(`paidup_webhook_signature_faults_total{provider="stripe",reason="${reason}"}`)
    const before = { tooOld: await faults('too_old'), wrong: await faults('wrong') }
    const timestamp = Math.floor(Date.now() / 1000) - 600
    for (let n = 0; n < 3; n += 1)
      await post('{}', { 'stripe-signature': signed('{}', { timestamp }).signature })
    await post('{}', { 'stripe-signature': signed('{ }', { timestamp }).signature })
    expect(await faults('too_old')).toBe(before.tooOld + 3)
    expect(await faults('wrong')).toBe(before.wrong + 1)
    await vi.waitUntil(() => web.lines.some((line) => /60\d s too old: .*clock/.test(line)), {
      timeout: 5000,
    })
  })

  it('tell how many events wait in quarantine', async () => {
    await db.quarantinedEvent.deleteMany()
    await deliver(newEvent({ items: 7 }))
    expect(await figure('paidup_quarantined_events')).toBe(1)
  })

  it('are for nobody without the token', async () => {
    expect((await scrape('Bearer another-token-of-someone')).status).toBe(401)
    expect((await scrape('')).status).toBe(401)
  })
})

it('stops with exit code 0 after SIGTERM', async () => {
  const other = await startForThisTest()
  expect(await other.stop()).toBe(0)
}, 30_000)
