import type { JobDeps } from '../deps.ts'
import { subscriptionFrom } from '../mapping/subscription.ts'
import { drawTicket, type Ticket } from '../sql/draw-ticket.ts'
import { linkCustomer } from '../sql/link-customer.ts'
import { selectHasReadTicket } from '../sql/select-has-read-ticket.ts'
import { writeEntitlementFromRead } from '../sql/write-entitlement-from-read.ts'
import { retrieved } from '../stripe/retrieved.ts'

/**
 * How a read ended. `overtaken`: a later read has written, and saw all that this one could. `outrun`: an event came
 * while Stripe was asked, or the row knows of a later second than the answer has; Stripe is to be asked once more.
 * `missing`: Stripe has no such subscription.
 */
export type Reread = 'written' | 'overtaken' | 'outrun' | 'missing'

/**
 * Asks Stripe for a subscription, now, and writes the answer, unless a later read or an event got there first.
 * @throws what Stripe or the database threw
 */
export async function rereadSubscription(deps: JobDeps, stripeSubscriptionId: string): Promise<Reread> {
  return readSubscription(deps, stripeSubscriptionId, await drawTicket(deps.db, stripeSubscriptionId))
}

/**
 * The same under a ticket that was drawn before. It has to be drawn before Stripe is asked: drawn after, a slow old
 * answer would carry a new ticket.
 * @throws what Stripe or the database threw
 */
export async function readSubscription(
  deps: JobDeps,
  stripeSubscriptionId: string,
  ticket: Ticket,
): Promise<Reread> {
  const log = deps.log.child({ seam: 'job.reread_subscription', subscription: stripeSubscriptionId })
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
  const outcome = (await writeEntitlementFromRead(deps.db, fields, ticket, readAt))
    ? 'written'
    : await whyNot(deps, stripeSubscriptionId, ticket)
  log.info({ outcome, ticket: String(ticket.number), status: subscription.status }, `re-read ${outcome}`)
  return outcome
}

/** Asked after the write was refused: what a later read has written by then stays. */
async function whyNot({ db }: JobDeps, id: string, ticket: Ticket): Promise<'overtaken' | 'outrun'> {
  return (await selectHasReadTicket(db, id, ticket.number)) ? 'overtaken' : 'outrun'
}

/** The second at which Stripe answered, by its own clock. */
function secondOf(date: string | undefined): Date {
  const answered = new Date(date ?? '')
  if (Number.isNaN(answered.getTime())) throw new Error('The answer of Stripe has no valid Date header')
  return answered
}
