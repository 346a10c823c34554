import type { IncomingMessage, ServerResponse } from 'node:http'
import { countedLines, type Log, type Outcome } from '@paidup/billing'
import { PROBLEM_TYPE, problemOf } from '../../app/http/problem.server.ts'
import { endEarly } from '../end-early.ts'

export type RefusalOptions = {
  log: Log
  /** Counts one delivery by one provider, by its outcome. */
  countDelivery: (provider: string) => (outcome: Outcome) => void
}

/** Bytes of a delivery. Stripe's events are a few kilobytes. */
export const LIMIT = 1024 * 1024

/** Bytes of a body that is not worth a connection: it is on its way already, and is read only to be dropped. */
const SMALL = 64 * 1024

/** What is refused at the door, before express. Kept cheap: under a burst it is what there is most of. */
export type Refuse = (
  request: IncomingMessage,
  response: ServerResponse,
  provider: string,
  headers?: Record<string, string | number>,
) => void

export function createRefusals(options: RefusalOptions): { overloaded: Refuse; tooLarge: Refuse } {
  return {
    overloaded: refusal(options, 503, 'overloaded', 'There is too much to do. Send the event again later.'),
    tooLarge: refusal(options, 413, 'too_large', `The body is over ${LIMIT} bytes.`),
  }
}

function refusal(
  { log, countDelivery }: RefusalOptions,
  status: number,
  outcome: 'overloaded' | 'too_large',
  detail: string,
): Refuse {
  const body = JSON.stringify({ ...problemOf(status, outcome, detail), outcome })
  const always = {
    'Content-Type': PROBLEM_TYPE,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  }
  const lines = countedLines(log)
  return (request, response, provider, headers) => {
    countDelivery(provider)(outcome)
    const seam = `webhook.${provider}`
    lines(`${seam} ${outcome}`, 'warn', { seam, outcome }, `webhook ${outcome}`)
    for (const [name, value] of Object.entries({ ...always, ...headers })) response.setHeader(name, value)
    response.statusCode = status
    if (Number(request.headers['content-length'] ?? Infinity) <= SMALL) response.end(body)
    else void endEarly(request, response, body)
  }
}
