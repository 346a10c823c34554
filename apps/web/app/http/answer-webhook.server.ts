import type { Log, Outcome } from '@paidup/billing'
import { problemOf, problemResponse } from './problem.server.ts'

/** Bytes. Stripe's events are a few kilobytes. */
const LIMIT = 1024 * 1024

/** Bytes of a body over the limit that are read only to be dropped. */
const DROPPED = 16 * LIMIT

/** What a processor says of a delivery. `detail` is for the sender and holds no internals. */
type Result = { outcome: Outcome; status: number; detail?: string }

/** What a webhook reports to: the log, and the counters of outcomes. */
type Reports = { log: Log; countDelivery(outcome: Outcome): void }

/**
 * The HTTP side of a webhook, whoever sends it: only POST, one read of the raw body under a limit, and the
 * outcome as JSON, or as a problem when it is not a 2xx.
 * @param reports the log gets a line for what is refused here, `handle` writes its own; every outcome is counted
 * @param handle takes the body exactly as it came, because the signature is over those bytes
 */
export async function answerWebhook(
  request: Request,
  reports: Reports,
  handle: (rawBody: Uint8Array) => Promise<Result>,
): Promise<Response> {
  const result = await resultOf(request, reports.log, handle)
  reports.countDelivery(result.outcome)
  if (result.status < 300) return Response.json({ outcome: result.outcome }, { status: result.status })
  const { outcome, status, detail = outcome, headers } = result
  return problemResponse(problemOf(status, outcome, detail), { outcome }, headers)
}

async function resultOf(
  request: Request,
  log: Log,
  handle: (rawBody: Uint8Array) => Promise<Result>,
): Promise<Result & { headers?: Record<string, string> }> {
  if (request.method !== 'POST') {
    log.warn({ outcome: 'method_not_allowed', method: request.method }, 'webhook method_not_allowed')
    return { outcome: 'method_not_allowed', status: 405, detail: 'Only POST.', headers: { Allow: 'POST' } }
  }
  const rawBody = await readBody(request)
  if (rawBody === null) {
    log.warn({ outcome: 'too_large', limit: LIMIT }, 'webhook too_large')
    // There may be more of it on the way: the next request must not come over this connection.
    const headers = { Connection: 'close' }
    return { outcome: 'too_large', status: 413, detail: `The body is over ${LIMIT} bytes.`, headers }
  }
  return handle(rawBody)
}

/**
 * Reads the body once and keeps no more than the limit, whatever length was declared. What is over it is read
 * and dropped, because a sender that is cut off while it writes never sees the answer; without end is not.
 * @returns null when there is more
 */
async function readBody(request: Request): Promise<Uint8Array | null> {
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.byteLength
    if (length <= LIMIT) chunks.push(value)
    if (length > DROPPED) break
  }
  return length <= LIMIT ? Buffer.concat(chunks) : null
}
