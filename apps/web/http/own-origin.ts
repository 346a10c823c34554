import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { RequestRefused } from './refused.ts'
import { isSigned } from './signed-paths.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses what another site's page sends: a browser would add the visitor's cookies to it. Asked of APP_URL, because
 * Host is whatever a proxy made of it. Programs name no origin, and are let through.
 * @param appUrl public base of the app
 */
export function ownOrigin(appUrl: URL): RequestHandler {
  const own = originsOf(appUrl)
  return (request, _response, next) => {
    if (SAFE.has(request.method) || isSigned(request.path) || isOwn(request, own)) return next()
    const detail = `This was sent by a page of another site. Use the one at ${appUrl.origin}.`
    next(new RequestRefused(403, 'foreign_origin', detail))
  }
}

/** `null` is what privacy tools make of an origin; then, and without one, the browser still tells whose page it was. */
function isOwn({ headers }: IncomingMessage, own: ReadonlySet<string>): boolean {
  const { origin } = headers
  if (origin !== undefined && origin !== 'null') return own.has(origin)
  const site = headers['sec-fetch-site']
  return site === undefined ? origin === undefined : site === 'same-origin' || site === 'none'
}

/** A machine's own names are one site: who opens the app by another of them than APP_URL's must be able to sign in. */
function originsOf({ protocol, hostname, port, origin }: URL): ReadonlySet<string> {
  if (!LOOPBACK.includes(hostname)) return new Set([origin])
  return new Set(LOOPBACK.map((name) => new URL(`${protocol}//${name}:${port}`).origin))
}
