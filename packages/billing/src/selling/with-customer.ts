import type { Db } from '@paidup/db'
import Stripe from 'stripe'
import { createOnce } from '../stripe/create-once.ts'
import { retrieved } from '../stripe/retrieved.ts'
import { metadataOfOrg } from '../mapping/metadata.ts'
import { countDeletedCustomers } from '../sql/count-deleted-customers.ts'
import { forgetCustomer } from '../sql/forget-customer.ts'
import { linkCustomer } from '../sql/link-customer.ts'
import { selectCustomer } from '../sql/select-customer.ts'

type CustomerDeps = { db: Db; stripe: Stripe; livemode: boolean }
type Buyer = { orgId: string; email: string }

/**
 * Does something with the org's customer at Stripe. Where that was deleted, which its event may not have told yet, the
 * link is cleared and it is done with a new customer.
 */
export async function withCustomer<T>(
  deps: CustomerDeps,
  buyer: Buyer,
  act: (customer: string) => Promise<T>,
): Promise<T> {
  const customer = await customerOf(deps, buyer)
  try {
    return await act(customer)
  } catch (error) {
    if (!isMissingCustomer(error) || !(await isDeleted(deps.stripe, customer))) throw error
    await forgetCustomer(deps.db, { stripeCustomerId: customer, orgId: buyer.orgId, livemode: deps.livemode })
    return act(await customerOf(deps, buyer))
  }
}

function isMissingCustomer(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    error.param === 'customer'
  )
}

/** One that Stripe has never had is no deleted one: then the key is of another account, and no link may be lost. */
async function isDeleted(stripe: Stripe, customer: string): Promise<boolean> {
  const answer = await retrieved(stripe.customers.retrieve(customer))
  return answer?.deleted === true
}

/**
 * The org's customer at Stripe, made when there is none. It is created with the org alone: with anything that
 * differs between two members who ask at once, Stripe would make two. One that follows a deleted one counts on, or
 * Stripe would answer with the deleted one for 24 hours.
 */
async function customerOf({ db, stripe, livemode }: CustomerDeps, { orgId, email }: Buyer): Promise<string> {
  const known = await selectCustomer(db, orgId, livemode)
  if (known) return known
  const deleted = await countDeletedCustomers(db, orgId, livemode)
  const purpose = deleted === 0 ? 'customer' : `customer:${deleted}`
  const customer = await createOnce(purpose, { metadata: metadataOfOrg(orgId) }, (params, options) =>
    stripe.customers.create(params, options),
  )
  await stripe.customers.update(customer.id, { email })
  await linkCustomer(db, { stripeCustomerId: customer.id, orgId, livemode, isCertain: true })
  return customer.id
}
