import { inTransaction, type Db } from '@paidup/db'
import Stripe from 'stripe'
import { checkoutFrom } from '../mapping/checkout.ts'
import { lockCustomer } from '../sql/lock-customer.ts'
import { selectOtherOpenCheckouts } from '../sql/select-other-open-checkouts.ts'
import { upsertCheckoutSession } from '../sql/upsert-checkout-session.ts'

/**
 * Remembers a session and tells which others of the org must not be paid beside it. Under the customer's lock, so
 * that of two that begin at once the later sees the earlier.
 */
export function recordOpened(
  db: Db,
  orgId: string,
  customer: string,
  session: Stripe.Checkout.Session,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await lockCustomer(tx, customer)
    await upsertCheckoutSession(tx, checkoutFrom(session))
    return selectOtherOpenCheckouts(tx, orgId, session.id)
  })
}

/**
 * Expires what else could be paid. One that was paid in this very moment wins: the new one is expired instead.
 * What Stripe answers is recorded at once, or the next checkout would be given the address of an expired one.
 * @returns whether mine is still the one to be paid.
 */
export async function expireOthers(
  { db, stripe }: { db: Db; stripe: Stripe },
  others: string[],
  mine: string,
): Promise<boolean> {
  for (const other of others) {
    const ended = await expire(stripe, other)
    if (ended?.status === 'open')
      throw new Error(`Checkout session ${other} is open and could not be expired`)
    if (ended?.status === 'expired') await upsertCheckoutSession(db, checkoutFrom(ended))
    if (ended?.status !== 'complete') continue
    const unwanted = await expire(stripe, mine)
    if (unwanted) await upsertCheckoutSession(db, checkoutFrom(unwanted))
    return false
  }
  return true
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
