import type { Log, Outcome } from '@paidup/billing'
import { problemOf, problemResponse } from './problem.server.ts'

/** What a processor says of a delivery. `detail` is for the sender and holds no internals. */
type Result = { outcome: Outcome; status: number; detail?: string }

/** What a delivery was given at the door, where there is room for only so many at once. */
export type Place = {
  /** Keeps the place until the work has ended, though its sender may be gone by then. */
  hold<T>(work: Promise<T>): Promise<T>
}

type Desk = {
  /** Gets a line for what is refused here; `handle` writes its own. */
  log: Log
  /** Counts every outcome. */
  countDelivery: (outcome: Outcome) => void
  /** Undefined for what did not come by the door: it is no delivery. */
  place: Place | undefined
}

/**
 * The HTTP side of a webhook, whoever sends it: only POST, and the outcome as JSON, or as a problem when it is not a 2xx.
 * What is too large, or too much, is refused before it comes here.
 * @param handle takes the body exactly as it came, because the signature is over those bytes
 */
export async function answerWebhook(
  request: Request,
  { log, countDelivery, place }: Desk,
  handle: (rawBody: Uint8Array) => Promise<Result>,
): Promise<Response> {
  if (request.method !== 'POST' || !place) {
    log.warn({ outcome: 'method_not_allowed', method: request.method }, 'webhook method_not_allowed')
    countDelivery('method_not_allowed')
    const problem = problemOf(405, 'method_not_allowed', 'Only POST.')
    return problemResponse(problem, { outcome: 'method_not_allowed' }, { Allow: 'POST' })
  }
  const rawBody = new Uint8Array(await request.arrayBuffer())
  const { outcome, status, detail = outcome } = await place.hold(handle(rawBody))
  countDelivery(outcome)
  if (status < 300) return Response.json({ outcome }, { status })
  return problemResponse(problemOf(status, outcome, detail), { outcome })
}
