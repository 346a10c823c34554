import { setTimeout as after } from 'node:timers/promises'
import { rereadCheckout } from '@paidup/billing/jobs'
import type { Services } from '../../services.server.ts'

/** Milliseconds that a page waits for Stripe at most. */
const PATIENCE = 3_000

/**
 * The opt-in fast path: has Stripe asked for a checkout before the page reads what we know of it. The page is the same
 * with and without it, so nothing that goes wrong here is more than a warning: the webhook will do it.
 */
export async function hurry(
  { env, db, stripe, log, clock }: Pick<Services, 'env' | 'db' | 'stripe' | 'log' | 'clock'>,
  orgId: string,
  sessionId: string,
  patience = PATIENCE,
): Promise<void> {
  if (!env.CHECKOUT_FAST_PATH) return
  const warn = (err: unknown) =>
    log.warn({ seam: 'fast_path', session: sessionId, err }, 'the fast path was of no use')
  const isOver = new AbortController()
  const tooLate = after(patience, undefined, { signal: isOver.signal }).then(
    () => warn(new Error(`Stripe took longer than ${patience} ms`)),
    () => undefined,
  )
  const hurried = rereadCheckout({ db, stripe, log, clock }, orgId, sessionId).catch(warn)
  await Promise.race([hurried, tooLate])
  isOver.abort()
}
