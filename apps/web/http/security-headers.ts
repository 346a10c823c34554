import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'

/**
 * Headers for every response, and a policy that lets a page run this site's scripts alone. Inline ones need the
 * nonce of their own response, which is left in `response.locals.scriptNonce`.
 */
export const securityHeaders: RequestHandler = (_request, response, next) => {
  const nonce = randomBytes(16).toString('base64')
  response.locals['scriptNonce'] = nonce
  response.set({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Content-Security-Policy': policyFor(nonce),
  })
  next()
}

// No form-action: browsers apply it to redirects too, and a checkout form leads to Stripe's host.
function policyFor(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
