import type { JobDeps } from '../deps.ts'
import { subscriptionFrom } from '../mapping/subscription.ts'
import { TICKETS_BEHIND } from '../reading/ticket-faults.ts'
import { drawTicket } from '../sql/draw-ticket.ts'
import { linkCustomer } from '../sql/link-customer.ts'
import { selectIsTicketBehind } from '../sql/select-is-ticket-behind.ts'
import { writeEntitlementFromRead } from '../sql/write-entitlement-from-read.ts'
import { retrieved } from '../stripe/retrieved.ts'

export type Reread = 'written' | 'overtaken' | 'missing'

/**
 * Asks Stripe for a subscription and writes the answer, unless a later read or an event got there first. The
 * ticket is drawn before Stripe is asked: drawn after, a slow old answer would carry a new ticket.
 * @returns `overtaken` when the write was left to someone newer, `missing` when Stripe has no such subscription.
 * @throws what Stripe or the database threw, or what to do when no ticket can win any more; the job then runs again.
 */
export async function rereadSubscription(deps: JobDeps, stripeSubscriptionId: string): Promise<Reread> {
  const log = deps.log.child({ seam: 'job.reread_subscription', subscription: stripeSubscriptionId })
  const ticket = await drawTicket(deps.db, stripeSubscriptionId)
  const subscription = await retrieved(deps.stripe.subscriptions.retrieve(stripeSubscriptionId))
  if (!subscription) {
    log.error({ outcome: 'missing' }, 'Stripe knows no such subscription; its row stays as it is')
    return 'missing'
  }
  const readAt = secondOf(subscription.lastResponse.headers['date'])
  const { owner, fields } = subscriptionFrom(subscription)
  const { stripeCustomerId, orgId } = owner
  if (orgId)
    await linkCustomer(deps.db, { stripeCustomerId, orgId, livemode: subscription.livemode, isCertain: true })
  const isWritten = await writeEntitlementFromRead(deps.db, fields, ticket, readAt)
  if (!isWritten && (await selectIsTicketBehind(deps.db, stripeSubscriptionId)))
    throw new Error(TICKETS_BEHIND)
  const outcome = isWritten ? 'written' : 'overtaken'
  log.info({ outcome, ticket: String(ticket.number), status: subscription.status }, `re-read ${outcome}`)
  return outcome
}

/** The second at which Stripe answered, by its own clock. */
function secondOf(date: string | undefined): Date {
  const answered = new Date(date ?? '')
  if (Number.isNaN(answered.getTime())) throw new Error('The answer of Stripe has no valid Date header')
  return answered
}
