import { fixture, signed, WEBHOOK_SECRET } from '@paidup/billing/testing'
import { createDatabase, type Db } from '@paidup/db'
import { createTestDatabase, openRefusingPooler } from '@paidup/db/testing'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { startWebProcess, type WebProcess } from './testing/web-process.ts'

let url: string
/** Connected elsewhere, so that it is not read-only itself. */
let admin: Db
let drop: () => Promise<void>
let web: WebProcess

beforeAll(async () => {
  const database = await createTestDatabase()
  url = database.url
  drop = database.drop
  const elsewhere = new URL(url)
  elsewhere.pathname = '/postgres'
  admin = createDatabase({ url: elsewhere.href, poolSize: 1 })
  web = await startWebProcess({ DATABASE_URL: url, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET })
}, 60_000)
afterAll(async () => {
  await web.stop()
  await admin.$disconnect()
  await drop()
})

/** As an operator or a provider does it whose disk is about to be full. Sessions that are open are ended. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const action = isReadOnly ? 'SET default_transaction_read_only = on' : 'RESET default_transaction_read_only'
  await admin.$executeRawUnsafe(`ALTER DATABASE "${name}" ${action}`)
  if (isReadOnly)
    await admin.$queryRaw`SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE datname = ${name}`
}

let told = 0
async function deliver(): Promise<number> {
  told += 1
  const event = fixture('customer.subscription.updated', {
    object: { id: `sub_night_${told}` },
    event: { id: `evt_night_${told}` },
  })
  const { rawBody, signature } = signed(JSON.stringify(event))
  const headers = { 'stripe-signature': signature }
  return (await fetch(`${web.url}/webhooks/stripe`, { method: 'POST', body: rawBody, headers })).status
}
/** More at a time than the pool has connections. */
const deliverMany = () => Promise.all(Array.from({ length: 25 }, deliver))

async function ready(at = web.url): Promise<{ status: number; detail?: string }> {
  const response = await fetch(`${at}/readyz`)
  return { ...((await response.json()) as { detail?: string }), status: response.status }
}

it('says so while the database is read-only, and takes every event as soon as it is not', async () => {
  expect(await ready()).toMatchObject({ status: 200 })
  const before = web.lines.length
  await setReadOnly(true)
  expect(new Set(await deliverMany())).toEqual(new Set([503]))
  await vi.waitUntil(async () => (await ready()).status === 503, { timeout: 10_000 })
  expect(await ready()).toMatchObject({
    detail: expect.stringMatching(/^The database is read-only/) as string,
  })
  // These only read, so nothing about their sessions fails.
  const reads = Array.from({ length: 25 }, () => fetch(`${web.url}/metrics`, { headers: METRICS }))
  for (const response of await Promise.all(reads)) expect(response.status).toBe(200)

  await setReadOnly(false)
  expect(new Set(await deliverMany())).toEqual(new Set([200]))
  await vi.waitUntil(async () => (await ready()).status === 200, { timeout: 10_000 })
  // The line may come after the answer.
  const readiness = () => web.lines.slice(before).filter((line) => line.includes('"seam":"readiness"'))
  await vi.waitUntil(() => readiness().length >= 2, { timeout: 5000 })
  expect(readiness().map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'not ready',
    'ready again',
  ])
})
const METRICS = { authorization: 'Bearer local-metrics-token' }

it('says at boot and at /readyz what to set when a pooler refuses its startup parameter', async () => {
  const pooler = await openRefusingPooler()
  onTestFinished(pooler.close)
  const refused = await startWebProcess({ DATABASE_URL: pooler.url })
  onTestFinished(() => refused.kill())
  const setting = 'ignore_startup_parameters = options'
  await vi.waitUntil(() => refused.lines.some((line) => line.includes(setting)), { timeout: 10_000 })
  expect(await ready(refused.url)).toMatchObject({
    status: 503,
    detail: expect.stringContaining(setting) as string,
  })
}, 30_000)
