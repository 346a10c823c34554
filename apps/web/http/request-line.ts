import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { RequestRefused } from './refused.ts'

/** What the routes know. `fetch` has no request with TRACE or CONNECT at all. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Any origin will do: a target is parsed only to see whether it stays as it is. */
const HERE = 'http://here.invalid'

/**
 * Lets through what every layer behind it reads alike: a method that the routes know, one Host that is a host, and a
 * path that stands for itself. So what is decided here by the path holds for the route that answers.
 */
export const requestLine: RequestHandler = (request, _response, next) => {
  if (!METHODS.has(request.method)) {
    const allow = { Allow: [...METHODS].join(', ') }
    return next(
      new RequestRefused(405, 'method_not_allowed', `There is nothing here for ${request.method}.`, allow),
    )
  }
  if (!hasOneHost(request)) {
    return next(new RequestRefused(400, 'bad_host', 'Send one Host: a name or an address, and its port.'))
  }
  if (!isPlainTarget(request.originalUrl)) {
    return next(
      new RequestRefused(
        400,
        'bad_target',
        'This is no address of ours. Send a path with one / between its parts, percent-encoded, without . and .. in it.',
      ),
    )
  }
  next()
}

/** HTTP/1.0 may do without: probes still speak it. */
function hasOneHost({ headersDistinct: { host: hosts = [] } }: IncomingMessage): boolean {
  return hosts.length <= 1 && hosts.every((host) => isHost(host))
}

function isHost(host: string): boolean {
  if (host === '' || /[/?#@\\\s]/.test(host)) return false
  return URL.canParse(`http://${host}`)
}

/**
 * Whether a target is a path and a query, and the path the same for whoever parses, decodes or normalizes it. Parsers
 * of URLs resolve `.` and `..`, encoded or behind a backslash, and drop what follows a `#`.
 */
function isPlainTarget(target: string): boolean {
  const [path = ''] = target.split('?', 1)
  if (!path.startsWith('/') || !URL.canParse(HERE + target)) return false
  if (target.includes('#') || new URL(HERE + target).pathname !== path) return false
  return path === '/' || segmentsOf(path).every((segment) => isName(segment))
}

/** What a path names once it is decoded. The last segment may be empty: that is a slash at the end. */
function segmentsOf(path: string): (string | null)[] {
  const segments = path.slice(1).split('/')
  return (segments.at(-1) === '' ? segments.slice(0, -1) : segments).map((segment) => decoded(segment))
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** Some servers cut a segment at `;`, and take a backslash or an encoded slash for another slash. */
function isName(segment: string | null): boolean {
  if (segment === null || segment === '') return false
  return segment.split(/[/\\]/).every((part) => !/^\.{0,2}(;|$)/.test(part))
}
