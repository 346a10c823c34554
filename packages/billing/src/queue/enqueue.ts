import type { Tx } from '@paidup/db'
import { z } from 'zod'
import type { Told } from '../delivery/told.ts'
import { enqueueJob } from '../sql/enqueue-job.ts'
import { wantRead, type WantedRead } from '../sql/want-read.ts'
import { secondsOf, shaped, text } from '../stripe/shape.ts'

/** What events are about, by the names that Stripe gives objects; subscriptions have a re-read of their own. */
const FETCHABLE = [
  'checkout.session',
  'customer',
  'invoice',
  'invoice_payment',
  'charge',
  'refund',
  'dispute',
] as const

export type FetchableObject = (typeof FETCHABLE)[number]

/** An event without the object it is about, which the job gets from Stripe. `created` is in seconds. */
export const fetchRequest = z.object({
  eventId: z.string(),
  type: z.string(),
  created: z.number(),
  livemode: z.boolean(),
  object: z.enum(FETCHABLE),
  objectId: z.string(),
})
export type FetchRequest = z.infer<typeof fetchRequest>

const reference = z.object({ id: text.max(255), object: z.enum(['subscription', ...FETCHABLE]) })

/** Guard 3: has Stripe asked for a subscription, once for all events that come within the settling time. */
export function wantReread(tx: Tx, objectId: string, when: WantedRead['when']): Promise<void> {
  return wantRead(tx, { kind: 'subscription', objectId, when })
}

/** Whether it is told which object it is about. */
export function isFetchable(told: Told): boolean {
  return reference.safeParse(told.object).success
}

/**
 * Has the object of an event read from Stripe at once, for an event whose payload can't be read: it is thin, of an
 * API version that came after this code, or says less than is needed.
 * @throws UnexpectedShape when the event does not tell which object it is about
 */
export function enqueueFetch(tx: Tx, told: Told): Promise<void> {
  const { id, object } = shaped(reference, told.object)
  if (object === 'subscription') return wantReread(tx, id, 'at_once')
  const payload: FetchRequest = {
    eventId: told.eventId,
    type: told.type,
    created: secondsOf(told.at),
    livemode: told.livemode,
    object,
    objectId: id,
  }
  return enqueueJob(tx, { task: 'fetch_object', payload, key: `event:${told.eventId}`, when: 'at_once' })
}

/** Has the refunds of a payment listed, of which an event told only the sum. */
export function enqueueListRefunds(tx: Tx, stripePaymentId: string, livemode: boolean): Promise<void> {
  const key = `refunds:${stripePaymentId}`
  return enqueueJob(tx, {
    task: 'list_refunds',
    payload: { stripePaymentId, livemode },
    key,
    when: 'settled',
  })
}
