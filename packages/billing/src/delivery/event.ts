import { z } from 'zod'
import { second, shaped, text } from '../stripe/shape.ts'
import type { Told } from './told.ts'

/** Stripe's are of some thirty characters; PostgreSQL refuses an index entry of more than 2,704 bytes, for good. */
const eventId = z.string().max(255).startsWith('evt_').regex(/^\w+$/)

const envelope = z.object({
  id: eventId,
  object: z.literal('event'),
  type: z.string().regex(/^[\w.]+$/),
  created: second,
  livemode: z.boolean(),
  account: z.string().nullish(),
  api_version: z.string().nullish(),
  data: z.object({ object: z.looseObject({}) }),
})

/** A thin event: what happened to which object, without the object (docs.stripe.com/event-destinations#thin-events). */
const thin = z.object({
  id: eventId,
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
 * A thin event becomes one of no API version, whose object is only named: it has to be read from Stripe.
 * @throws UnexpectedShape | SyntaxError
 */
export function eventFrom(body: string): Told {
  const event: unknown = JSON.parse(body)
  return isThin(event) ? toldThinly(shaped(thin, event)) : toldWhole(shaped(envelope, event))
}

/** The body of an event that tells this: what was read is kept, and replayed, as if it had been delivered. */
export function bodyOf(told: Told): string {
  return JSON.stringify({
    id: told.eventId,
    object: 'event',
    type: told.type,
    created: told.at.getTime() / 1000,
    livemode: told.livemode,
    api_version: told.apiVersion,
    data: { object: told.object },
  })
}

function isThin(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'object' in event && event.object === 'v2.core.event'
}

function toldWhole(event: z.infer<typeof envelope>): Told {
  return {
    type: event.type,
    object: event.data.object,
    apiVersion: event.api_version ?? null,
    eventId: event.id,
    livemode: event.livemode,
    account: event.account || null,
    at: event.created,
    isRead: false,
  }
}

function toldThinly({ id, type, created, livemode, context, related_object }: z.infer<typeof thin>): Told {
  return {
    // Stripe's v1 events have their type behind the version of their API.
    type: type.replace(/^v1\./, ''),
    object: related_object ? { id: related_object.id, object: related_object.type } : {},
    apiVersion: null,
    eventId: id,
    livemode,
    account: context || null,
    at: new Date(Math.floor(Date.parse(created) / 1000) * 1000),
    isRead: false,
  }
}
