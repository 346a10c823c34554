import type Stripe from 'stripe'
import { z } from 'zod'
import { shaped, text } from '../stripe/shape.ts'

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

/** A thin event: what happened to which object, without the object (docs.stripe.com/event-destinations#thin-events). */
const thin = z.object({
  id: z.string().startsWith('evt_').regex(/^\w+$/),
  object: z.literal('v2.core.event'),
  // Such as v2.core.account[requirements].updated.
  type: z.string().regex(/^v\d\.[\w.[\]]+$/),
  created: z.iso.datetime({ offset: true }),
  livemode: z.boolean(),
  context: z.string().nullish(),
  related_object: z.object({ id: text, type: text }).nullish(),
})

/**
 * Reads a verified body as an event. Only the envelope is checked here; each handler checks the object it needs.
 * A thin event becomes one of no known API version, whose object is only named: it has to be read from Stripe.
 * @throws UnexpectedShape | SyntaxError
 */
export function eventFrom(body: string): Stripe.Event {
  const event: unknown = JSON.parse(body)
  if (isThin(event)) return fullEventOf(shaped(thin, event))
  shaped(envelope, event)
  return event as Stripe.Event
}

function isThin(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'object' in event && event.object === 'v2.core.event'
}

function fullEventOf(event: z.infer<typeof thin>): Stripe.Event {
  const { id, type, created, livemode, context, related_object } = event
  return {
    id,
    object: 'event',
    // Stripe's v1 events have their type behind the version of their API.
    type: type.replace(/^v1\./, ''),
    created: Math.floor(Date.parse(created) / 1000),
    livemode,
    api_version: null,
    data: { object: related_object ? { id: related_object.id, object: related_object.type } : {} },
    ...(context && { account: context }),
  } as unknown as Stripe.Event
}
