import type { Db } from '@paidup/db'
import type Stripe from 'stripe'
import { selectPortalCustomer } from '../sql/select-portal-customer.ts'
import { CheckoutRefused } from './checkout-refused.ts'

export type PortalDeps = { db: Db; stripe: Stripe; livemode: boolean; appUrl: string }

/**
 * Opens Stripe's customer portal for an org: there it cancels, takes a cancellation back, changes its card and finds
 * its invoices. What it does there comes back as events.
 * @returns the address, good for a few minutes
 * @throws CheckoutRefused `no_subscription` when the org has never subscribed; Stripe's errors as they are.
 */
export async function openPortal(
  { db, stripe, livemode, appUrl }: PortalDeps,
  orgId: string,
): Promise<string> {
  const customer = await selectPortalCustomer(db, orgId, livemode)
  if (!customer)
    throw new CheckoutRefused('no_subscription', 'This organization has no subscription to look after.')
  const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: `${appUrl}/billing` })
  return url
}
