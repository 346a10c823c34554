import type { Intake, SignatureFault } from '@paidup/billing'
import type { Env } from '@paidup/config'
import type { Db } from '@paidup/db'
import type { Logger } from 'pino'
import type Stripe from 'stripe'
import type { Auth } from './account/auth.server.ts'
import type { Place } from './http/answer-webhook.server.ts'
import type { Metrics } from './http/metrics.server.ts'
import type { Readiness } from './http/readiness.server.ts'

/** What the process makes once, at boot, and every request is handed. */
export type Services = {
  env: Env
  /** For pages, procedures and probes: no burst of deliveries takes its connections. */
  db: Db
  /** For deliveries, of which the door lets in as many as it has connections. */
  webhookDb: Db
  /** Where deliveries go in, several at a time in a burst. */
  intake: Intake
  stripe: Stripe
  log: Logger
  clock: { now(): Date }
  auth: Auth
  metrics: Metrics
  readiness: Readiness
  /** Warns of a clock that is wrong, from the signatures of deliveries. */
  skewAlarm: (fault: SignatureFault) => void
}

declare module '@remix-run/node' {
  interface AppLoadContext extends Services {
    /** Of a delivery that was let in at the door. */
    place: Place | undefined
    /** Allows this response's own inline scripts, and no others. Undefined where no policy is sent. */
    scriptNonce: string | undefined
  }
}
