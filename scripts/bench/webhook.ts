import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { processWebhook, type Log } from '@paidup/billing'
import { createDatabase, type Db } from '@paidup/db'
import { dropDatabase, ensureDatabase, withDatabase } from '@paidup/db/migrate'
import Stripe from 'stripe'
import { migrateDatabase } from '../postgres/prisma.ts'
import { root } from '../root.ts'
import { medianOf, secondsOf } from './figures.ts'

const EVENTS = 2000
const AT_ONCE = 16
const ROUNDS = 5
const SECRET = 'whsec_bench'

const silent: Log = {
  child: () => silent,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** How many subscription events a second one process takes: verified, claimed, written, enqueued and committed. */
export async function benchWebhook(serverUrl: string, signal: AbortSignal): Promise<string> {
  const url = withDatabase(serverUrl, `paidup_test_bench_${randomUUID().slice(0, 8)}`)
  await ensureDatabase(url)
  await migrateDatabase(url, signal)
  const db = createDatabase({ url, poolSize: AT_ONCE })
  try {
    await round(db, 0)
    const rates: number[] = []
    for (let n = 1; n <= ROUNDS; n += 1) rates.push(EVENTS / (await secondsOf(() => round(db, n))))
    const range = `${Math.round(Math.min(...rates))}-${Math.round(Math.max(...rates))}`
    return `${Math.round(medianOf(rates))} events/s (${range}; ${ROUNDS} rounds of ${EVENTS}, ${AT_ONCE} at once)`
  } finally {
    await db.$disconnect()
    await dropDatabase(url)
  }
}

async function round(db: Db, number: number): Promise<void> {
  const deps = {
    db,
    log: silent,
    clock: { now: () => new Date() },
    webhookSecrets: [SECRET],
    livemode: false,
    onSignatureFault: () => undefined,
  }
  let next = 0
  const lane = async (): Promise<void> => {
    for (let n = next++; n < EVENTS; n = next++) {
      const { outcome } = await processWebhook(deps, delivery(`${number}_${n}`))
      if (outcome !== 'processed') throw new Error(`An event was ${outcome}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

const recorded = readFileSync(
  path.join(root, 'packages/billing/src/fixtures/customer.subscription.updated.json'),
  'utf8',
)

function delivery(id: string): { rawBody: Uint8Array; signature: string } {
  const payload = recorded.replaceAll(/(sub|evt|cus)_1?Pd0\w+/g, `$1_bench_${id}`)
  return {
    rawBody: Buffer.from(payload),
    signature: Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET }),
  }
}
