import type Stripe from 'stripe'
import { instantFrom } from '../stripe/shape.ts'

/** Who told of a fact, and in which mode. */
export type Source = {
  livemode: boolean
  /** Null when a re-read told. */
  eventId: string | null
}

/** The same with the second of the event, for facts that have no instant of their own. */
type DatedSource = Source & { told: Date }

export function sourceOf(event: Stripe.Event): DatedSource {
  return { livemode: event.livemode, eventId: event.id, told: instantFrom(event.created) }
}
