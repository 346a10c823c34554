import { z } from 'zod'
import { shaped, text } from '../stripe/shape.ts'
import { metadata, orgOf } from './metadata.ts'

export type CustomerFields = {
  stripeCustomerId: string
  /** The org that `metadata.org_id` names. */
  orgId: string | null
  isDeleted: boolean
}

const customerShape = z.object({
  id: text,
  object: z.literal('customer'),
  metadata,
  deleted: z.boolean().nullish(),
})

/**
 * A customer, or what Stripe answers for one that was deleted.
 * @throws UnexpectedShape
 */
export function customerFrom(customer: unknown): CustomerFields {
  const from = shaped(customerShape, customer)
  return {
    stripeCustomerId: from.id,
    orgId: orgOf(from.metadata),
    isDeleted: from.deleted === true,
  }
}
