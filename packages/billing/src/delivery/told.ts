/**
 * What was told of an object of Stripe's: by an event, delivered or replayed, or by Stripe itself, asked because of an
 * event. Made once, where it comes in; handlers take nothing else.
 */
export type Told<T extends string = string> = {
  /** What happened, by Stripe's name for it. */
  type: T
  /** As it came: a mapping parses it, once. */
  object: unknown
  /** The API version whose shape the object has; null of a thin event, which only names its object. */
  apiVersion: string | null
  eventId: string
  livemode: boolean
  /** The connected account that it is about; null when that is our own. */
  account: string | null
  /** The second of the event, by Stripe's clock: for facts that have no instant of their own. */
  at: Date
  /** Whether the object was read from Stripe: then asking for it once more would tell nothing new. */
  isRead: boolean
}
