import { createDatabase, type DatabaseOptions, type Db } from '@paidup/db'
import { createTestDatabase, emptyTables } from '@paidup/db/testing'
import type Stripe from 'stripe'
import { createIntake } from '../intake.ts'
import { processWebhook, type WebhookDeps, type WebhookResult } from '../webhook.ts'
import { fixture, signed, WEBHOOK_SECRET } from './fixtures.ts'
import { runJobs } from './jobs.ts'
import { keptLog, type LogLine } from './log.ts'

export type TestWebhook = {
  db: Db
  url: string
  /** Every line logged so far. */
  lines: LogLine[]
  deps: WebhookDeps
  /** Delivers an event, signed, or a body as it is. */
  deliver(event: Stripe.Event | string): Promise<WebhookResult>
  /** Delivers a recorded event under an id of its own, with changed parts. */
  tell(type: string, object?: object, event?: object): Promise<WebhookResult>
  /** Runs the jobs that wait, and those that they enqueue, at once. */
  runJobs(stripe: Stripe): Promise<void>
  /** Empties every table, and the lines. */
  clear(): Promise<void>
  close(): Promise<void>
}

/** The webhook on a database of its own. */
export async function openTestWebhook(options: Omit<DatabaseOptions, 'url'> = {}): Promise<TestWebhook> {
  const database = await createTestDatabase()
  const db = createDatabase({ url: database.url, ...options })
  const { log, lines } = keptLog()
  const deps: WebhookDeps = {
    db,
    intake: createIntake(db),
    log,
    clock: { now: () => new Date() },
    webhookSecrets: [WEBHOOK_SECRET],
    livemode: false,
    onSignatureFault: () => undefined,
  }
  const deliver = (event: Stripe.Event | string) =>
    processWebhook(deps, signed(typeof event === 'string' ? event : JSON.stringify(event)))
  let told = 0
  return {
    db,
    url: database.url,
    lines,
    deps,
    deliver,
    tell: (type, object = {}, event = {}) => {
      told += 1
      return deliver(fixture(type, { object, event: { id: `evt_told_${told}`, ...event } }))
    },
    runJobs: (stripe) => runJobs({ db, stripe, log }),
    clear: async () => {
      lines.length = 0
      await emptyTables(db)
    },
    close: async () => {
      await db.$disconnect()
      await database.drop()
    },
  }
}
