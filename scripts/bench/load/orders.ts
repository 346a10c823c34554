import type { DeliveryKind } from '../deliveries.ts'

/** What a request is: a page asked for, or the next one of prepared deliveries. */
export type Target =
  | { send: 'get'; path: string; cookie?: string }
  | { send: DeliveryKind; prefix: string; expect: 'processed' | 'duplicate' | 'ignored' }

/** What the client in its own process is told to do. */
export type Order =
  ({ load: 'closed' } & ClosedLoop) | ({ load: 'paced' } & PacedLoad) | ({ load: 'at_once' } & AtOnce)

/** So many connections that each send the next request when the last one is answered. */
export type ClosedLoop = {
  url: string
  connections: number
  target: Target
  /** How many requests, or for how many seconds. Deliveries need a number. */
  until: { requests: number } | { seconds: number }
}

/** Requests at fixed times, answered or not, each from a connection that asks once a second. */
export type PacedLoad = {
  url: string
  polls: { target: Target; perSecond: number }
  webhooks?: { target: Target; perSecond: number }
  /** It may be told to stop before. */
  seconds: number
}

/** Deliveries over so many connections at once, each sent again until it is taken; the rest is given up after `seconds`. */
export type AtOnce = { url: string; prefix: string; count: number; connections: number; seconds: number }

/** Milliseconds. */
export type Latency = { p50: number; p99: number }

/** What answered how often: a status, or why there was none. */
export type Statuses = Record<string, number>

export type ClosedResult = {
  perSecond: number
  latency: Latency
  requests: number
  /** CPU milliseconds of the client for each request. */
  clientCost: number
}

export type Answered = { latency: Latency; statuses: Statuses }

export type PacedResult = { polls: Answered; webhooks?: Answered }

export type AtOnceResult = {
  statuses: Statuses
  /** Of the attempts that were taken. */
  latency: Latency
  /** How many were taken in each second. */
  good: number[]
  /** Seconds until the last one was taken, or until time was up. */
  seconds: number
  unfinished: number
  clientCost: number
}
