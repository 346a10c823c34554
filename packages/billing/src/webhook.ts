import { inTransaction, type Db } from '@paidup/db'
import type Stripe from 'stripe'
import type { Clock, Log } from './deps.ts'
import { isPassingFault } from './errors.ts'
import { eventFrom } from './delivery/event.ts'
import { dispatch, isHandled, type HandledEvent } from './handlers.ts'
import type { Handled, Outcome } from './delivery/outcome.ts'
import { canNeverSucceed, quarantine, reasonOf } from './quarantine/keep-event.ts'
import { claimEvent } from './sql/claim-event.ts'
import { verifySignature } from './delivery/verify.ts'

export type WebhookDeps = {
  db: Db
  log: Log
  clock: Clock
  /** Every active signing secret of the endpoint, `whsec_…`. */
  webhookSecrets: readonly string[]
  /** Whether this deployment is live: events of the other mode are ignored. */
  livemode: boolean
}

export type Delivery = { rawBody: Uint8Array; signature: string | null }

/** What to answer. `detail` says what was wrong, without internals; only for 4xx and 5xx. */
export type WebhookResult = { outcome: Outcome; status: 200 | 400 | 500 | 503; detail?: string }

/**
 * Takes one delivery from Stripe: verify, claim, write, enqueue, commit, and only then answer. Claim and effect
 * commit together, so whatever fails on the way leaves nothing behind, and Stripe's retry heals it. Nothing here
 * calls Stripe. Never throws: every end is an outcome and one log line.
 */
export async function processWebhook(deps: WebhookDeps, delivery: Delivery): Promise<WebhookResult> {
  const started = performance.now()
  const log = deps.log.child({ seam: 'webhook.stripe' })
  const conclusion = await conclude(deps, delivery)
  report(log, conclusion, performance.now() - started)
  return resultOf(conclusion)
}

/** How a delivery ended, with what the log line says of it. */
type Conclusion =
  | { outcome: 'invalid_signature'; reason: string }
  | { outcome: 'ignored' | 'duplicate'; event: Stripe.Event; reason?: string }
  | (Handled & { event: Stripe.Event })
  | { outcome: 'quarantined'; event: Stripe.Event | null; reason: string }
  | { outcome: 'error'; event: Stripe.Event | null; error: unknown }

async function conclude(deps: WebhookDeps, { rawBody, signature }: Delivery): Promise<Conclusion> {
  const body = Buffer.from(rawBody).toString('utf8')
  const verification = verifySignature(body, signature, deps.webhookSecrets, deps.clock)
  if (!verification.isValid) return { outcome: 'invalid_signature', reason: verification.reason }

  let event: Stripe.Event | null = null
  try {
    event = eventFrom(body)
    const foreign = foreignTo(deps, event)
    if (foreign) return { outcome: 'ignored', event, reason: foreign }
    if (!isHandled(event)) return { outcome: 'ignored', event, reason: 'no handler for this type' }
    return { ...(await claimAndHandle(deps.db, event)), event }
  } catch (error) {
    if (!canNeverSucceed(error)) return { outcome: 'error', event, error }
    return quarantined(deps.db, event, rawBody, error)
  }
}

function claimAndHandle(db: Db, event: HandledEvent): Promise<Handled | { outcome: 'duplicate' }> {
  return inTransaction(db, async (tx) => {
    if (!(await claimEvent(tx, 'stripe', event.id, event.type))) return { outcome: 'duplicate' }
    return dispatch(tx, event)
  })
}

/** Why an event is not for this deployment; null when it is. */
function foreignTo(deps: WebhookDeps, event: Stripe.Event): string | null {
  if (event.livemode !== deps.livemode)
    return event.livemode ? 'a live event in test mode' : 'a test event in live mode'
  if (event.account) return 'an event of a connected account'
  return null
}

async function quarantined(
  db: Db,
  event: Stripe.Event | null,
  rawBody: Uint8Array,
  cause: unknown,
): Promise<Conclusion> {
  try {
    const isKept = await quarantine(db, event, rawBody, cause)
    if (!isKept && event) return { outcome: 'duplicate', event }
    return { outcome: 'quarantined', event, reason: reasonOf(cause) }
  } catch (error) {
    return { outcome: 'error', event, error }
  }
}

function report(log: Log, conclusion: Conclusion, milliseconds: number): void {
  const event = 'event' in conclusion ? conclusion.event : null
  const fields = {
    outcome: conclusion.outcome,
    ...(event && { eventId: event.id, type: event.type, created: event.created }),
    ...('reason' in conclusion && { reason: conclusion.reason }),
    ...('mark' in conclusion && { mark: conclusion.mark.toISOString() }),
    ...('error' in conclusion && { err: conclusion.error }),
    duration: Math.round(milliseconds * 10) / 10,
  }
  log[LEVELS[conclusion.outcome]](fields, `webhook ${conclusion.outcome}`)
}

const LEVELS = {
  processed: 'info',
  duplicate: 'info',
  ignored: 'info',
  tied: 'info',
  stale: 'warn',
  invalid_signature: 'warn',
  quarantined: 'error',
  error: 'error',
} as const satisfies Record<Conclusion['outcome'], keyof Log>

function resultOf(conclusion: Conclusion): WebhookResult {
  const { outcome } = conclusion
  if (outcome === 'invalid_signature') return { outcome, status: 400, detail: conclusion.reason }
  if (outcome !== 'error') return { outcome, status: 200 }
  return isPassingFault(conclusion.error)
    ? { outcome, status: 503, detail: 'The database is busy or away. Send the event again later.' }
    : { outcome, status: 500, detail: 'The event could not be processed. Send it again later.' }
}
