import { createDatabase, type Db } from '@paidup/db'
import { createTestDatabase } from '@paidup/db/testing'
import type Stripe from 'stripe'
import { processWebhook, type WebhookDeps, type WebhookResult } from '../webhook.ts'
import { signed, WEBHOOK_SECRET } from './fixtures.ts'
import { keptLog, type LogLine } from './log.ts'

export type TestWebhook = {
  db: Db
  url: string
  /** Every line logged so far. */
  lines: LogLine[]
  deps: WebhookDeps
  /** Delivers an event, signed, or a body as it is. */
  deliver(event: Stripe.Event | string): Promise<WebhookResult>
  close(): Promise<void>
}

/** The webhook on a database of its own. */
export async function openTestWebhook(options: { poolSize?: number } = {}): Promise<TestWebhook> {
  const database = await createTestDatabase()
  const db = createDatabase({ url: database.url, ...options })
  const { log, lines } = keptLog()
  const deps: WebhookDeps = {
    db,
    log,
    clock: { now: () => new Date() },
    webhookSecrets: [WEBHOOK_SECRET],
    livemode: false,
  }
  return {
    db,
    url: database.url,
    lines,
    deps,
    deliver: (event) =>
      processWebhook(deps, signed(typeof event === 'string' ? event : JSON.stringify(event))),
    close: async () => {
      await db.$disconnect()
      await database.drop()
    },
  }
}
