import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { liveThrough } from '../stage/night.ts'
import type { Drill } from './drill.ts'

const TIMES = 8

/** What deliveries write to. */
const TABLES = [
  'plan_entitlements',
  'billing_customers',
  'stripe_payments',
  'invoices',
  'credit_accounts',
  'checkout_sessions',
] as const

/**
 * Another session, of a person or of a program that hangs, holds the rows that deliveries write to, some for longer
 * than a delivery waits. Proves that a wait is bounded and ends in an answer that Stripe tries again after, with
 * nothing half done, and that waiters never block each other for good.
 */
export const rowLocks: Drill = {
  name: 'row locks',
  run: async ({ newDatabase, chance, ...context }) => {
    const databaseUrl = await newDatabase()
    let rows = 0
    const morning = await liveThrough(
      { ...context, databaseUrl, customers: 12, rounds: 3 },
      async (_product, signal) => {
        const client = new pg.Client({ connectionString: databaseUrl })
        await client.connect()
        try {
          for (let time = 0; time < TIMES; time += 1) {
            const table = chance.pick(TABLES)
            await client.query('BEGIN')
            const { rowCount } = await client.query(`SELECT FROM ${table} FOR UPDATE`)
            rows += rowCount ?? 0
            await sleep(500 + chance.below(6000), undefined, { signal })
            await client.query('COMMIT')
            await chance.pause(500)
          }
        } finally {
          await client.end()
        }
      },
    )
    return { ...morning, faults: `${TIMES} holds, ${rows} rows` }
  },
}
