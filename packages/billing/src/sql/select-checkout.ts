import type { Db } from '@paidup/db'

/** A checkout session of an org, as far as it has come. */
export type Checkout = {
  id: string
  mode: string
  status: string
  paymentStatus: string
  isPaymentFailed: boolean
  /** What it sells, in the words of its metadata; null while it is not known. */
  product: string | null
  stripeSubscriptionId: string | null
}

/** A checkout session of this org; null when there is none of that id, or it is another org's. */
export async function selectCheckout(db: Db, orgId: string, sessionId: string): Promise<Checkout | null> {
  const [row] = await db.$queryRaw<Checkout[]>`
    SELECT id, mode, status, payment_status AS "paymentStatus", is_payment_failed AS "isPaymentFailed",
           plan AS product, stripe_subscription_id AS "stripeSubscriptionId"
    FROM checkout_sessions
    WHERE id = ${sessionId} AND org_id = ${orgId}`
  return row ?? null
}
