import type { RequestHandler } from 'express'
import { sendProblem } from './send-problem.ts'

/** Bytes. Forms and calls of ours are far smaller. */
const LIMIT = 1024 * 1024

/**
 * Refuses bodies that would fill the memory, before anything reads them. Node's parser holds a sender to the
 * length it declared; one that declares none is asked for it.
 */
export const bodyLimit: RequestHandler = (request, response, next) => {
  // The webhook's route reads under a limit of its own, whatever was declared.
  if (request.path.startsWith('/webhooks/')) return next()
  if (request.headers['transfer-encoding'] !== undefined) {
    return sendProblem(response, 411, 'length_required', 'Send the body with a Content-Length.')
  }
  if (Number(request.headers['content-length'] ?? 0) > LIMIT) {
    return sendProblem(response, 413, 'too_large', `The body is over ${LIMIT} bytes.`)
  }
  next()
}
