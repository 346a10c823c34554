import { countedLines, type Log, type Outcome } from '@paidup/billing'
import type { Request, Response } from 'express'
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

/** Seconds. Who are refused together are not to come back together. */
const RETRY_WITHIN = 5

/** What is answered at the door. Their bytes are made once: under a burst it is the refusals that there are most of. */
export function createRefusals({ log, countDelivery }: RefusalOptions) {
  const refusal = (outcome: 'overloaded' | 'too_large', status: number, detail: string, fields: object) => {
    const body = Buffer.from(JSON.stringify({ ...problemOf(status, outcome, detail), outcome }))
    return (request: Request, response: Response, provider: string) => {
      countDelivery(provider)(outcome)
      countedLines(log)(
        `${provider} ${outcome}`,
        'warn',
        { seam: `webhook.${provider}`, outcome, ...fields },
        `webhook ${outcome}`,
      )
      response.statusCode = status
      response.setHeader('Content-Type', PROBLEM_TYPE)
      response.setHeader('Content-Length', body.byteLength)
      response.setHeader('Cache-Control', 'no-store')
      if (outcome === 'overloaded')
        response.setHeader('Retry-After', 1 + Math.floor(Math.random() * RETRY_WITHIN))
      const isSmall = Number(request.headers['content-length'] ?? Infinity) <= SMALL
      if (isSmall) response.end(body)
      else void endEarly(request, response, body)
    }
  }
  return {
    overloaded: refusal(
      'overloaded',
      503,
      'There is more to do than this process can take on. Send the event again later.',
      {},
    ),
    too_large: refusal('too_large', 413, `The body is over ${LIMIT} bytes.`, { limit: LIMIT }),
  }
}
