import { readFileSync } from 'node:fs'
import Stripe from 'stripe'

export const WEBHOOK_SECRET = 'whsec_of_these_tests'

/** A recorded event, by its type. Changed parts go over it: `object` into `data.object`, the rest into the event. */
export function fixture(type: string, changes: { object?: object; event?: object } = {}): Stripe.Event {
  const event = JSON.parse(textOf(type)) as Stripe.Event
  const object = { ...event.data.object, ...changes.object }
  return { ...event, data: { ...event.data, object }, ...changes.event } as Stripe.Event
}

const texts = new Map<string, string>()

/** Read once: some tests make thousands of events of a few. */
function textOf(type: string): string {
  const text = texts.get(type) ?? readFileSync(new URL(`../fixtures/${type}.json`, import.meta.url), 'utf8')
  texts.set(type, text)
  return text
}

/** Bytes and signature as Stripe would deliver them. @param timestamp seconds; now unless given */
export function signed(payload: string, options: { secret?: string; timestamp?: number } = {}) {
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: options.secret ?? WEBHOOK_SECRET,
    ...(options.timestamp !== undefined && { timestamp: options.timestamp }),
  })
  return { rawBody: Buffer.from(payload), signature }
}
