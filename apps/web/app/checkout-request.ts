import { z } from 'zod'

/** What is to be bought, as it stands in the query of a checkout's address. It may leave out what has a default. */
const checkoutRequest = z
  .object({
    plan: z.enum(['pro', 'team']),
    interval: z.enum(['month', 'year']).catch('month'),
    quantity: z.coerce.number().int().min(1).max(1000).catch(1),
  })
  // Only seats are counted.
  .transform((request) => ({ ...request, quantity: request.plan === 'team' ? request.quantity : 1 }))

export type CheckoutRequest = z.infer<typeof checkoutRequest>

/** @returns null when it names no plan that is sold */
export function checkoutRequestFrom(fields: URLSearchParams): CheckoutRequest | null {
  return checkoutRequest.safeParse(Object.fromEntries(fields)).data ?? null
}

/** The address that leads on to this checkout, for the way round by sign-up. */
export function checkoutPath({ plan, interval, quantity }: CheckoutRequest): string {
  const query = new URLSearchParams({ plan, interval, quantity: String(quantity) })
  return `/checkout?${query.toString()}`
}
