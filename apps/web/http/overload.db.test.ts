import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fixture, signed, WEBHOOK_SECRET } from '@paidup/billing/testing'
import { createDatabase, type Db } from '@paidup/db'
import { createTestDatabase } from '@paidup/db/testing'
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { startWebProcess, type WebProcess } from './testing/web-process.ts'

/** Connections for deliveries; four have a place for each. */
const CONNECTIONS = 2
const PLACES = 4 * CONNECTIONS

/** More than have a place or may wait for one. */
const CROWD = 600
const TWINS = 60
const FORGED = 40

/** More than may be on their way at once. */
const SLOW = 150

let db: Db
let web: WebProcess
const agent = new Agent({ keepAlive: true })
beforeAll(async () => {
  const database = await createTestDatabase()
  db = createDatabase({ url: database.url, poolSize: 2 })
  web = await startWebProcess({
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: String(CONNECTIONS),
    DATABASE_PAGE_POOL_SIZE: '2',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  })
  return async () => {
    agent.destroy()
    await web.stop()
    await db.$disconnect()
    await database.drop()
  }
}, 60_000)

type Delivery = { id: string; body: string; signature: string }
type Answer = { status: number; outcome: string; retryAfter: string | undefined }

function newDelivery(id: string, secret = WEBHOOK_SECRET): Delivery {
  const body = JSON.stringify(
    fixture('customer.subscription.updated', {
      event: { id },
      object: { id: `sub_${id}`, customer: `cus_${id}` },
    }),
  )
  return { id, body, signature: signed(body, { secret }).signature }
}

function deliver({ body, signature }: Delivery): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'stripe-signature': signature, 'content-length': Buffer.byteLength(body) }
    const sent = request(`${web.url}/webhooks/stripe`, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => {
        const { outcome } = JSON.parse(text) as { outcome: string }
        resolve({ status: response.statusCode ?? 0, outcome, retryAfter: response.headers['retry-after'] })
      })
    })
    sent.on('error', reject).end(body)
  })
}

/** Sends only the first half of a delivery's body. */
function beginSlowly({ body, signature }: Delivery): Socket {
  const { hostname, port } = new URL(web.url)
  const head = `POST /webhooks/stripe HTTP/1.1\r\nHost: x\r\nStripe-Signature: ${signature}\r\n`
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 500)}`)
  return socket
}

/** Asks now and then, for as long as it takes. @returns what was not answered by 200 */
async function pollUntil(over: AbortSignal): Promise<string[]> {
  const faults: string[] = []
  do {
    for (const path of ['/readyz', '/login', '/api/auth/get-session']) {
      const { status } = await fetch(web.url + path)
      if (status !== 200) faults.push(`${path}: ${status}`)
    }
    // A page costs more than a delivery: asked for without a pause it would be a burst of its own.
    await sleep(200)
  } while (!over.aborted)
  return faults
}

const metric = async (outcome: string) => {
  const response = await fetch(`${web.url}/metrics`, {
    headers: { authorization: 'Bearer local-metrics-token' },
  })
  const name = `paidup_webhook_deliveries_total{provider="stripe",outcome="${outcome}"} `
  const line = (await response.text()).split('\n').find((one) => one.startsWith(name))
  return Number(line?.slice(name.length))
}

const ledger = async () => (await db.processedEvent.findMany()).map(({ eventId }) => eventId).sort()
const key = ({ status, outcome }: Answer) => `${status} ${outcome}`

it('answers each of a crowd at once or processes it, and the refused ones are as if never sent', async () => {
  const crowd = Array.from({ length: CROWD }, (_, n) => newDelivery(`evt_crowd_${n}`))
  const twins = crowd.slice(0, TWINS)
  const forged = Array.from({ length: FORGED }, (_, n) => newDelivery(`evt_forged_${n}`, 'whsec_foreign'))
  const slow = Array.from({ length: SLOW }, (_, n) => newDelivery(`evt_slow_${n}`))
  const sockets = slow.map((one) => beginSlowly(one))
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))

  const over = new AbortController()
  const polled = pollUntil(over.signal)
  onTestFinished(async () => {
    over.abort()
    await polled
  })
  const all = [...crowd, ...twins, ...forged]
  let refusals = 0
  const countRefusal = (answer: Answer) => {
    if (answer.status === 503) refusals += 1
    return answer
  }
  let answering: Promise<Answer[]> | undefined
  await whileWritesAreHeld(async () => {
    answering = Promise.all(all.map((one) => deliver(one).then(countRefusal)))
    await vi.waitUntil(() => refusals > CROWD / 4, { timeout: 10_000 })
  })
  const answers = (await answering) ?? []

  const allowed = ['200 processed', '200 duplicate', '503 overloaded']
  const ofForged = answers.slice(-FORGED)
  expect(allowed).toEqual(expect.arrayContaining([...new Set(answers.slice(0, -FORGED).map(key))]))
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(CROWD / 4)
  for (const { retryAfter } of refused) expect(retryAfter).toMatch(/^[1-9]\d*$/)
  // Nobody has looked at their signatures.
  expect(ofForged.map(key)).toContain('503 overloaded')
  expect(await metric('invalid_signature')).toBe(ofForged.filter(({ status }) => status === 400).length)

  const taken = new Set(all.filter((_, n) => answers[n]?.status === 200).map(({ id }) => id))
  expect(await ledger()).toEqual([...taken].sort())

  let left = [...crowd, ...twins].filter((_, n) => answers[n]?.status === 503)
  const kept: Answer[] = []
  while (left.length > 0) {
    const again = await Promise.all(left.map((one) => deliver(one)))
    kept.push(...again.filter(({ status }) => status === 200))
    left = left.filter((_, n) => again[n]?.status === 503)
  }
  over.abort()
  expect(await polled).toEqual([])
  expect(await ledger()).toEqual(crowd.map(({ id }) => id).sort())
  const good = [...answers, ...kept].map(key)
  expect(good.filter((one) => one === '200 processed')).toHaveLength(CROWD)
  expect(good.filter((one) => one === '200 duplicate')).toHaveLength(TWINS)
  expect(await db.planEntitlement.count()).toBe(CROWD)
  const lines = web.lines.filter((line) => line.includes('"overloaded"'))
  expect(lines.length).toBeLessThan(refused.length / 4)
}, 60_000)

/** Has everything that writes a subscription wait at a lock for as long as `work` takes. */
async function whileWritesAreHeld(work: () => Promise<void>): Promise<void> {
  await db.$executeRaw`CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$`
  await db.$executeRaw`CREATE TRIGGER linger BEFORE INSERT ON plan_entitlements FOR EACH ROW EXECUTE FUNCTION linger()`
  await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(1)`
      await work()
    },
    { timeout: 20_000 },
  )
  await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 10_000 })
}
afterEach(() => db.$executeRaw`DROP FUNCTION IF EXISTS linger() CASCADE`)

async function waiting(): Promise<number> {
  return (await db.$queryRaw<unknown[]>`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)
    .length
}

it('leaves untouched who hangs up in the line, and serves who stays', async () => {
  let stays: Promise<Answer> | undefined
  const held: Promise<Answer>[] = []
  await whileWritesAreHeld(async () => {
    for (let n = 0; n < PLACES; n += 1) held.push(deliver(newDelivery(`evt_held_${n}`)))
    await vi.waitUntil(async () => (await waiting()) === CONNECTIONS, { timeout: 4000, interval: 5 })
    const { hostname, port } = new URL(web.url)
    const { body, signature } = newDelivery('evt_gone')
    const gone = connect(Number(port), hostname)
    const length = Buffer.byteLength(body)
    const head = `POST /webhooks/stripe HTTP/1.1\r\nHost: x\r\nStripe-Signature: ${signature}\r\n`
    await new Promise((resolve) => gone.write(`${head}Content-Length: ${length}\r\n\r\n${body}`, resolve))
    // By an answer to what came later it is known that the process has read the one and seen the end of the other.
    await fetch(`${web.url}/healthz`)
    gone.resetAndDestroy()
    await fetch(`${web.url}/healthz`)
    stays = deliver(newDelivery('evt_stays'))
  })
  expect((await Promise.all(held)).map(key)).toEqual(held.map(() => '200 processed'))
  expect(await stays).toMatchObject({ outcome: 'processed' })
  expect(await ledger()).toContain('evt_stays')
  expect(await ledger()).not.toContain('evt_gone')
}, 30_000)
