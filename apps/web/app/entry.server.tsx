import { PassThrough } from 'node:stream'
import {
  createReadableStreamFromReadable,
  type ActionFunctionArgs,
  type AppLoadContext,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { keyOf, problemOf, problemResponse, wantsPage } from './http/problem.server.ts'
import { clientFaultOf } from './ui/client-fault.ts'
import { ScriptNonce } from './ui/script-nonce.ts'

/** Milliseconds until a page that is still rendering is given up. */
const RENDER_LIMIT = 5_000

/** Renders a page to a stream. @throws what the first, unsuspended part of the page throws. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { log, scriptNonce }: AppLoadContext,
): Promise<Response> {
  const told = problemFor(request, remix)
  if (told) return Promise.resolve(told)
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <ScriptNonce.Provider value={scriptNonce}>
        <RemixServer context={remix} url={request.url} nonce={scriptNonce} abortDelay={RENDER_LIMIT} />
      </ScriptNonce.Provider>,
      {
        nonce: scriptNonce,
        onShellReady() {
          const body = new PassThrough()
          headers.set('Content-Type', 'text/html; charset=utf-8')
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
          pipe(body)
        },
        onShellError: reject,
        onError: (error) => log.error({ err: error }, 'rendering failed'),
      },
    )
    setTimeout(abort, RENDER_LIMIT + 1_000).unref()
  })
}

/** A program that is refused gets a problem, not a page; null for a browser, and where nothing is refused. */
function problemFor(request: Request, { staticHandlerContext }: EntryContext): Response | null {
  if (wantsPage(request.headers.get('accept'))) return null
  const [fault] = Object.values(staticHandlerContext.errors ?? {}).map((error) => clientFaultOf(error))
  if (!fault) return null
  const { status, heading, text } = fault
  return problemResponse(problemOf(status, keyOf(status), `${heading}. ${text}`))
}

/**
 * Every fault of a loader, an action or a render. What the shopper sees of it is made harmless by Remix. What the
 * router refuses, as a method that a page does not know, is the client's, and nobody has to get up for it.
 */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return
  const { pathname } = new URL(request.url)
  const about = { method: request.method, path: pathname }
  const fault = clientFaultOf(error)
  if (fault) context.log.info({ ...about, status: fault.status }, 'request refused')
  else context.log.error({ ...about, err: error }, 'request failed')
}
