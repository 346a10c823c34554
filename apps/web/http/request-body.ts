import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { RequestRefused } from './refused.ts'

/** Bytes. Forms and calls of ours are far smaller. */
const LIMIT = 1024 * 1024

/**
 * Reads every body, whatever method, route and length were declared, before a route sees the request: it is whole and
 * under the limit, in `response.locals.body`, or there is no request. That of a delivery was read at the door.
 */
export const requestBody: RequestHandler = (request, response, next) => {
  if (!hasBody(request) || response.locals['body']) return next()
  if (Number(request.headers['content-length'] ?? 0) > LIMIT) return next(tooLarge())
  readBody(request).then((body) => {
    response.locals['body'] = body
    next(body ? undefined : tooLarge())
  }, next)
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function tooLarge(): RequestRefused {
  return new RequestRefused(413, 'too_large', `The body is over ${LIMIT} bytes.`)
}

/** @returns null when there is more than the limit. Stops reading there, and leaves the connection for the answer. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.byteLength
    if (length > LIMIT) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
