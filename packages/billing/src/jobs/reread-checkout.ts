import { inTransaction } from '@paidup/db'
import { recordSession } from '../handlers/checkout.ts'
import type { Clock, JobDeps } from '../deps.ts'
import { rereadSubscription } from './reread-subscription.ts'
import { retrieved } from '../stripe/retrieved.ts'
import { checkoutProgress } from '../reading/checkout-progress.ts'

/**
 * The fast path: has Stripe asked, now, for a checkout that a shopper has come back from, and for its subscription.
 * It is what the webhook has done by a job, under the same ticket, so whichever comes first or last changes nothing.
 * @returns false when there is nothing to hurry: this org has no such checkout, it is known how it ended, or Stripe has
 * no such checkout.
 * @throws what Stripe or the database threw; the webhook then does it.
 */
export async function rereadCheckout(
  deps: JobDeps & { clock: Clock },
  orgId: string,
  sessionId: string,
): Promise<boolean> {
  const known = await checkoutProgress(deps, orgId, sessionId)
  if (known?.state !== 'finalizing') return false
  const session = await retrieved(
    deps.stripe.checkout.sessions.retrieve(sessionId, { expand: ['line_items'] }),
  )
  if (!session) return false
  const source = { livemode: session.livemode, eventId: null, hasFailed: false }
  const { stripeSubscriptionId } = await inTransaction(deps.db, (tx) => recordSession(tx, session, source))
  if (stripeSubscriptionId) await rereadSubscription(deps, stripeSubscriptionId)
  return true
}
