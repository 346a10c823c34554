import {
  createReadableStreamFromReadable,
  createRequestHandler,
  writeReadableStreamToWritable,
  type AppLoadContext,
  type ServerBuild,
} from '@remix-run/node'
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express'
import { headingOf } from '../app/ui/headings.ts'
import { keyOf, problemOf, problemResponse } from '../app/http/problem.server.ts'

type RemixOptions = {
  /** Public base of the app: the origin of every request, whatever Host says. */
  appUrl: URL
  build: ServerBuild | (() => Promise<ServerBuild>)
  mode: 'production' | 'development'
  getLoadContext: (request: ExpressRequest, response: ExpressResponse) => AppLoadContext
}

/**
 * Hands requests to Remix. Not by its own adapter for Express, which makes the URL of Host, so that a proxy that
 * rewrites it breaks every form, and reads bodies without a limit.
 */
export function remixHandler({ appUrl, build, mode, getLoadContext }: RemixOptions): RequestHandler {
  const handle = createRequestHandler(build, mode)
  return (request, response, next) => {
    // Whoever has hung up meanwhile is asked for nothing any more.
    if (response.destroyed || request.socket.destroyed) return
    handle(webRequest(request, response, appUrl), getLoadContext(request, response))
      .then((answer) => send(response, explained(answer)))
      .catch(next)
  }
}

function webRequest(request: ExpressRequest, response: ExpressResponse, appUrl: URL): Request {
  const aborted = new AbortController()
  // Closed before it was answered. Afterwards nobody is waiting for anything.
  response.once('close', () => void (response.writableFinished || aborted.abort()))
  return new Request(urlOf(request, appUrl), {
    method: request.method,
    headers: headersOf(request, appUrl),
    signal: aborted.signal,
    ...bodyOf(request, response),
  })
}

function urlOf({ originalUrl }: ExpressRequest, { origin }: URL): URL {
  const url = new URL(origin + originalUrl)
  // Remix's old way to ask for data, which is off: it answers still, with an error in the log.
  if (url.searchParams.has('_data')) url.searchParams.delete('_data')
  return url
}

/** Remix and better-auth compare Origin with Host. That has been done, so both are told the one that holds. */
function headersOf(request: ExpressRequest, { host, origin }: URL): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(request.headers)) {
    for (const value of [values].flat()) headers.append(name, value)
  }
  headers.delete('x-forwarded-host')
  headers.set('host', host)
  if (headers.has('origin')) headers.set('origin', origin)
  return headers
}

function bodyOf(request: ExpressRequest, { locals }: ExpressResponse): RequestInit {
  if (request.method === 'GET' || request.method === 'HEAD') return {}
  const body = locals['body'] as Buffer<ArrayBuffer> | undefined
  // A route that reads its own body gets the stream.
  return body ? { body } : { body: createReadableStreamFromReadable(request), duplex: 'half' }
}

/** What Remix says of a resource route that does not know the method is no answer for a program. */
function explained(answer: Response): Response {
  if (!answer.headers.has('X-Remix-Error') || answer.status >= 500) return answer
  return problemResponse(problemOf(answer.status, keyOf(answer.status), `${headingOf(answer.status)}.`))
}

async function send(response: ExpressResponse, answer: Response): Promise<void> {
  response.statusMessage = answer.statusText
  response.status(answer.status)
  for (const [name, value] of answer.headers) response.append(name, value)
  if (answer.body) await writeReadableStreamToWritable(answer.body, response)
  else response.end()
}
