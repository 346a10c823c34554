import type { Tx } from '@paidup/db'
import type { Told } from '../delivery/told.ts'
import { customerFrom } from '../mapping/customer.ts'
import type { Handled } from '../delivery/outcome.ts'
import { forgetCustomer } from '../sql/forget-customer.ts'
import { linkCustomer } from '../sql/link-customer.ts'

type CustomerEvent = 'customer.created' | 'customer.updated' | 'customer.deleted'

/** Links a customer whose metadata names its org, and forgets one that is no more. */
export async function applyCustomer(tx: Tx, told: Told<CustomerEvent>): Promise<Handled> {
  const { stripeCustomerId, orgId, isDeleted } = customerFrom(told.object)
  const { livemode } = told
  if (isDeleted || told.type === 'customer.deleted')
    await forgetCustomer(tx, { stripeCustomerId, orgId, livemode })
  else if (orgId) await linkCustomer(tx, { stripeCustomerId, orgId, livemode, isCertain: true })
  return { outcome: 'processed' }
}
