import type Stripe from 'stripe'
import { handledTypes } from '../handlers.ts'

/**
 * Subscribes an endpoint that exists at Stripe to what is handled: neither less, which would never be told, nor
 * more, which would be delivered to be ignored.
 * @param url the endpoint's, as Stripe has it
 * @returns false when Stripe has no endpoint of that URL.
 */
export async function setupEndpoint(stripe: Stripe, url: string): Promise<boolean> {
  const endpoints = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  const endpoint = endpoints.find((one) => one.url === url)
  if (!endpoint) return false
  await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: [...handledTypes] })
  return true
}
