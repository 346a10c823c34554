import { inTransaction, type Db } from '@paidup/db'
import type { Clock, Log } from './deps.ts'
import { countedLines, type CountedLines } from './delivery/counted-lines.ts'
import { eventFrom } from './delivery/event.ts'
import type { Handled, Outcome } from './delivery/outcome.ts'
import type { Told } from './delivery/told.ts'
import { verifySignature, type SignatureFault } from './delivery/verify.ts'
import { briefOf, canNeverSucceed, isPassingFault, reasonOf } from './errors.ts'
import { dispatch, isHandled, isSubscriptionEvent, type HandledType } from './handlers.ts'
import { subscriptionEventFrom } from './handlers/subscription.ts'
import type { Intake } from './intake.ts'
import { keepEvent } from './quarantine/keep-event.ts'
import { claimEvent } from './sql/claim-event.ts'
import { secondsOf } from './stripe/shape.ts'

export type WebhookDeps = {
  db: Db
  /** Of this process, on the same database. */
  intake: Intake
  log: Log
  clock: Clock
  /** Every active signing secret of the endpoint, `whsec_…`. */
  webhookSecrets: readonly string[]
  /** Whether this deployment is live: events of the other mode are ignored. */
  livemode: boolean
  /** Is told what is wrong about a signature, so that it can be counted. */
  onSignatureFault: (fault: SignatureFault) => void
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
  report(log, countedLines(deps.log), conclusion, performance.now() - started)
  return resultOf(conclusion)
}

/** How a delivery ended, with what the log line says of it. */
type Conclusion =
  | { outcome: 'invalid_signature'; reason: string }
  | { outcome: 'ignored' | 'duplicate'; told: Told; reason?: string }
  | (Handled & { told: Told })
  | { outcome: 'quarantined'; told: Told | null; reason: string }
  | { outcome: 'error'; told: Told | null; error: unknown }

async function conclude(deps: WebhookDeps, { rawBody, signature }: Delivery): Promise<Conclusion> {
  const body = Buffer.from(rawBody).toString('utf8')
  const verification = verifySignature(body, signature, deps.webhookSecrets, deps.clock)
  if (verification.fault) deps.onSignatureFault(verification.fault)
  if (!verification.isValid) return { outcome: 'invalid_signature', reason: verification.reason }

  let told: Told | null = null
  try {
    told = eventFrom(body)
    const foreign = foreignTo(deps, told)
    if (foreign) return { outcome: 'ignored', told, reason: foreign }
    if (!isHandled(told)) return { outcome: 'ignored', told, reason: 'no handler for this type' }
    return { ...(await claimAndHandle(deps, told)), told }
  } catch (error) {
    if (!canNeverSucceed(error)) return { outcome: 'error', told, error }
    return quarantined(deps.db, told, rawBody, error)
  }
}

/** What most deliveries are about goes in together with what comes at the same time; the rest one by one. */
function claimAndHandle(
  { db, intake }: WebhookDeps,
  told: Told<HandledType>,
): Promise<Handled | { outcome: 'duplicate' }> {
  if (isSubscriptionEvent(told)) return intake.take(subscriptionEventFrom(told))
  return inTransaction(db, async (tx) => {
    if (!(await claimEvent(tx, 'stripe', told.eventId, told.type))) return { outcome: 'duplicate' }
    return dispatch(tx, told)
  })
}

/** Why an event is not for this deployment; null when it is. */
function foreignTo(deps: WebhookDeps, told: Told): string | null {
  if (told.livemode !== deps.livemode)
    return told.livemode ? 'a live event in test mode' : 'a test event in live mode'
  if (told.account) return 'an event of a connected account'
  return null
}

async function quarantined(
  db: Db,
  told: Told | null,
  rawBody: Uint8Array,
  cause: unknown,
): Promise<Conclusion> {
  try {
    const isKept = await keepEvent(db, told, rawBody, cause)
    if (!isKept && told) return { outcome: 'duplicate', told }
    return { outcome: 'quarantined', told, reason: reasonOf(cause) }
  } catch (error) {
    return { outcome: 'error', told, error }
  }
}

/** Faults that pass come in crowds and tell nothing one by one: they are counted, and have no stack. */
function report(log: Log, lines: CountedLines, conclusion: Conclusion, milliseconds: number): void {
  const told = 'told' in conclusion ? conclusion.told : null
  const error = 'error' in conclusion ? conclusion.error : undefined
  const passing = isPassingFault(error) ? briefOf(error) : null
  const fields = {
    outcome: conclusion.outcome,
    ...(told && { eventId: told.eventId, type: told.type, created: secondsOf(told.at) }),
    ...('reason' in conclusion && { reason: conclusion.reason }),
    ...('mark' in conclusion && { mark: conclusion.mark.toISOString() }),
    ...(error !== undefined && { err: passing?.message ?? error }),
    duration: Math.round(milliseconds * 10) / 10,
  }
  const message = `webhook ${conclusion.outcome}`
  const level = LEVELS[conclusion.outcome]
  if (passing === null) log[level](fields, message)
  else lines(passing.kind, level, { seam: 'webhook.stripe', ...fields }, message)
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
