import { randomBytes } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'

/** Seconds for which a browser asks for nothing but https, once it has seen the app over it. */
const A_YEAR = 365 * 24 * 60 * 60

/**
 * Headers for every response, and a policy that lets a page run this site's scripts alone. Inline ones need the
 * nonce of their own response, which is left in `response.locals.scriptNonce`.
 * @param appUrl public base of the app
 */
export function securityHeaders(appUrl: URL): RequestHandler[] {
  const headers = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    // Of this host alone: what else is served under it is not ours to decide.
    strictTransportSecurity: appUrl.protocol === 'https:' && { maxAge: A_YEAR, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
    // Not helmet's own `no-referrer`: with it browsers send `Origin: null` with every form.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  return [drawNonce, headers]
}

const drawNonce: RequestHandler = (_request, response, next) => {
  response.locals['scriptNonce'] = randomBytes(16).toString('base64')
  next()
}

// No form-action: browsers apply it to redirects too, and a checkout form leads to Stripe's host.
const policy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'", (_: unknown, response: unknown) => `'nonce-${nonceOf(response as Response)}'`],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
}

function nonceOf({ locals }: Response): string {
  return locals['scriptNonce'] as string
}
