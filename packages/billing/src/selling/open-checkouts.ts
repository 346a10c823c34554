import { inTransaction, type Db } from '@paidup/db'
import Stripe from 'stripe'
import { sessionFrom } from '../mapping/session.ts'
import { lockCustomer } from '../sql/lock-customer.ts'
import { selectOtherOpenCheckouts } from '../sql/select-other-open-checkouts.ts'
import { upsertCheckoutSession } from '../sql/upsert-checkout-session.ts'
import { refusalToSell, type Wish } from './refusal-to-sell.ts'
import type { CheckoutRefused } from './checkout-refused.ts'

/** What is in the way of a session that was just made. */
export type InTheWay = { others: string[]; refusal: CheckoutRefused | null }

/**
 * Remembers a session and tells what must not be paid beside it. Under the customer's lock, so that of two that begin
 * at once the later sees the earlier. What can still be paid is looked for first, and then what has been: one that is
 * paid in between is in both, and none is in neither.
 */
export function recordOpened(
  db: Db,
  customer: string,
  session: Stripe.Checkout.Session,
  wish: Wish,
): Promise<InTheWay> {
  return inTransaction(db, async (tx) => {
    await lockCustomer(tx, customer)
    await upsertCheckoutSession(tx, sessionFrom(session).checkout)
    const others = await selectOtherOpenCheckouts(tx, wish.orgId, session.id)
    return { others, refusal: await refusalToSell(tx, wish) }
  })
}

/**
 * Expires sessions at Stripe and records at once what it answers, or the next checkout would be given the address of
 * an expired one.
 * @returns whether one of them has been paid in this very moment.
 */
export async function expireSessions(
  { db, stripe }: { db: Db; stripe: Stripe },
  ids: readonly string[],
): Promise<boolean> {
  let isPaid = false
  for (const id of ids) {
    const ended = await expire(stripe, id)
    if (ended?.status === 'open') throw new Error(`Checkout session ${id} is open and could not be expired`)
    if (ended?.status === 'expired') await upsertCheckoutSession(db, sessionFrom(ended).checkout)
    if (ended?.status === 'complete') isPaid = true
  }
  return isPaid
}

/** Expires a session if it is still open, and gives it as it then is; null when Stripe has no such session. */
async function expire(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe.checkout.sessions.expire(id)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return error.code === 'resource_missing' ? null : stripe.checkout.sessions.retrieve(id)
  }
}
