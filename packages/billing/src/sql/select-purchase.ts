import type { Db } from '@paidup/db'

export type Purchase = { product: string; status: string; quantity: number }

/** What a checkout session sold at once; null when that has not been told yet. */
export async function selectPurchase(db: Db, stripeCheckoutSessionId: string): Promise<Purchase | null> {
  const [row] = await db.$queryRaw<Purchase[]>`
    SELECT product, status, quantity FROM purchases
    WHERE stripe_checkout_session_id = ${stripeCheckoutSessionId}`
  return row ?? null
}
