import type { CheckoutRequest } from './checkout-request.server.ts'

/** The address of a checkout: of the page that leads to it, and of the form that begins it. */
export function checkoutPath({
  plan,
  interval,
  quantity,
}: Omit<CheckoutRequest, 'quantity'> & Partial<CheckoutRequest>): string {
  const query = new URLSearchParams({ plan })
  if (interval) query.set('interval', interval)
  if (quantity !== undefined) query.set('quantity', String(quantity))
  return `/checkout?${query.toString()}`
}
