import { problemOf, problemResponse } from './problem.server.ts'

/** Bytes. Stripe's events are a few kilobytes. */
const LIMIT = 1024 * 1024

/** What a processor says of a delivery. `detail` is for the sender and holds no internals. */
type Result = { outcome: string; status: number; detail?: string }

/**
 * The HTTP side of a webhook, whoever sends it: only POST, one read of the raw body under a limit, and the
 * outcome as JSON, or as a problem when it is not a 2xx.
 * @param process takes the body exactly as it came, because the signature is over those bytes
 */
export async function answerWebhook(
  request: Request,
  process: (rawBody: Uint8Array) => Promise<Result>,
): Promise<Response> {
  if (request.method !== 'POST') {
    return refusal({ outcome: 'method_not_allowed', status: 405, detail: 'Only POST.' }, { Allow: 'POST' })
  }
  const rawBody = await readBody(request)
  if (rawBody === null) {
    return refusal({ outcome: 'too_large', status: 413, detail: `The body is over ${LIMIT} bytes.` })
  }
  const result = await process(rawBody)
  return result.status < 300
    ? Response.json({ outcome: result.outcome }, { status: result.status })
    : refusal(result)
}

function refusal({ outcome, status, detail = outcome }: Result, headers?: Record<string, string>): Response {
  return problemResponse(problemOf(status, outcome, detail), { outcome }, headers)
}

/**
 * Reads the body once, and no further than the limit: the declared length may be missing or a lie.
 * @returns null when there is more
 */
async function readBody(request: Request): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > LIMIT) return null
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    length += value.byteLength
    // Left unread and not cancelled: cancelling would cut the connection before the answer is out.
    if (length > LIMIT) return null
    chunks.push(value)
  }
}
