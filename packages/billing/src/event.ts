import type Stripe from 'stripe'
import { z } from 'zod'
import { shaped } from './mapping.ts'

const envelope = z.object({
  id: z.string().startsWith('evt_').regex(/^\w+$/),
  object: z.literal('event'),
  type: z.string().regex(/^[\w.]+$/),
  created: z.number().int().min(0).max(253_402_300_799),
  livemode: z.boolean(),
  account: z.string().nullish(),
  api_version: z.string().nullish(),
  data: z.object({ object: z.looseObject({}) }),
})

/**
 * Reads a verified body as an event. Only the envelope is checked here; each handler checks the object it needs.
 * @throws UnexpectedShape | SyntaxError
 */
export function eventFrom(body: string): Stripe.Event {
  const event: unknown = JSON.parse(body)
  shaped(envelope, event)
  return event as Stripe.Event
}
