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
import { ScriptNonce } from './script-nonce.ts'

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

/** Every fault of a loader, an action or a render. What the shopper sees of it is made harmless by Remix. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return
  const { pathname } = new URL(request.url)
  context.log.error({ err: error, method: request.method, path: pathname }, 'request failed')
}
