import { Prisma, type Db, type Tx } from '@paidup/db'
import { link } from './parts/link.ts'

export type CustomerLink = {
  stripeCustomerId: string
  orgId: string
  livemode: boolean
  /** Whether we, or who runs the account, said so (metadata), and not just the URL of a payment link. */
  isCertain: boolean
}

/** Says which org a Stripe customer is, where that is not known for sure already. */
export async function linkCustomer(client: Tx | Db, customer: CustomerLink): Promise<void> {
  const { stripeCustomerId, orgId, livemode, isCertain } = customer
  await client.$executeRaw(
    link(Prisma.sql`VALUES (${stripeCustomerId}, ${orgId}, ${livemode}, ${isCertain})`),
  )
}
