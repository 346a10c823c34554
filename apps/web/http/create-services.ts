import { createIntake, createSkewAlarm, createStripe } from '@paidup/billing'
import type { Env } from '@paidup/config'
import { createDatabase } from '@paidup/db'
import type { Logger } from 'pino'
import { createAuth } from '../app/account/auth.server.ts'
import { createMetrics } from '../app/http/metrics.server.ts'
import { createReadiness } from '../app/http/readiness.server.ts'
import type { Services } from '../app/services.server.ts'

/**
 * Milliseconds. At the door no more are let in than there are connections, so that who waits for one waits for the
 * database to answer.
 */
const WEBHOOK_LIMITS = { connectTimeout: 2000, statementLimit: 5000 }

/** What the process makes once, at boot. Nothing connects yet. */
export function createServices(env: Env, log: Logger): Services {
  const url = env.DATABASE_URL
  const db = createDatabase({ url, poolSize: env.DATABASE_PAGE_POOL_SIZE })
  const webhookDb = createDatabase({ url, poolSize: env.DATABASE_POOL_SIZE, ...WEBHOOK_LIMITS })
  const stripe = createStripe({ secretKey: env.STRIPE_SECRET_KEY, apiBase: env.STRIPE_API_BASE })
  const auth = createAuth({
    db,
    secret: env.AUTH_SECRET,
    baseURL: env.APP_URL,
    log: log.child({ seam: 'auth' }),
  })
  const clock = { now: () => new Date() }
  return {
    env,
    db,
    webhookDb,
    intake: createIntake(webhookDb),
    stripe,
    log,
    clock,
    auth,
    metrics: createMetrics(db, log),
    readiness: createReadiness(db, log, env.livemode),
    skewAlarm: createSkewAlarm(log.child({ seam: 'webhook.stripe' })),
  }
}
