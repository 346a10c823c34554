import type { ErrorRequestHandler, Request, Response } from 'express'
import type { Logger } from 'pino'
import { keyOf, PROBLEM_TYPE, problemOf, wantsPage, type Problem } from '../app/http/problem.server.ts'
import { endEarly } from './end-early.ts'
import { faultPage } from './fault-page.ts'

/** Characters of a path in the log: one that is refused may be of any length. */
const SHOWN = 200

/**
 * Answers what no page did: what was refused before Remix, the client's faults that Express found (a range beyond the
 * file), and our own. A page for a browser, a problem for a program. Express's own handler shows stacks.
 */
export function answerFault(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    // Who has gone reads no answer, and a body that broke off is theirs.
    if (response.destroyed || request.socket.destroyed) return
    const { problem, headers } = faultOf(error)
    const { method, originalUrl } = request
    const about = { method, path: originalUrl.split('?', 1)[0]?.slice(0, SHOWN), status: problem.status }
    if (problem.status < 500) log.info({ ...about, title: problem.title }, 'request refused')
    else log.error({ ...about, err: error }, 'request failed')
    // Nothing true can be said any more: an answer cut short is at least known to be one.
    if (response.headersSent) return void response.destroy()
    response.set({ ...headers, 'Cache-Control': 'no-store' })
    void send(request, response, problem)
  }
}

/** A fault of the client has a status and a message that is meant for it: ours, and those of Express's own parts. */
function faultOf(error: unknown): { problem: Problem; headers: Record<string, string> } {
  if (!isClients(error)) {
    const detail = 'Something went wrong here. It has been logged.'
    return { problem: problemOf(500, 'error', detail), headers: {} }
  }
  const { status, title = keyOf(status), message, headers = {} } = error
  return { problem: problemOf(status, title, message), headers }
}

type ClientsFault = Error & { status: number; title?: string; headers?: Record<string, string> }

function isClients(error: unknown): error is ClientsFault {
  if (!(error instanceof Error) || !('expose' in error && 'status' in error)) return false
  return error.expose === true && typeof error.status === 'number' && error.status < 500
}

function send(request: Request, response: Response, problem: Problem): Promise<void> {
  const isPage = wantsPage(request.headers.accept)
  const body = Buffer.from(isPage ? faultPage(problem) : JSON.stringify(problem))
  response.status(problem.status).set('Content-Type', isPage ? 'text/html; charset=utf-8' : PROBLEM_TYPE)
  response.set('Content-Length', String(body.byteLength))
  return endEarly(request, response, body)
}
