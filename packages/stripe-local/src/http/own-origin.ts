import type { Context, MiddlewareHandler } from 'hono'

/** The names of this machine that no name server can point elsewhere, with any port. */
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i
const isApi = (path: string) => path.startsWith('/v1/') || path.startsWith('/v2/')
const isLever = (path: string) => path.startsWith('/_local/')

/**
 * Refuses with 403 what a web page of another origin sends through its visitor's browser. The loopback interface
 * keeps other machines out, but every page that a developer has open runs on this one: it can post forms and
 * fetch without reading the answer, or have its own name resolve to 127.0.0.1 and read that, too. Programs send no
 * `Origin` and no `Sec-Fetch-Site`, so they are served as ever.
 */
export const ownOriginOnly: MiddlewareHandler = async (context, next) => {
  const refusal = refusalOf(context)
  if (refusal === undefined) return next()
  const { path } = context.req
  if (isApi(path)) return context.json({ error: { type: 'invalid_request_error', message: refusal } }, 403)
  return isLever(path) ? context.json({ error: refusal }, 403) : context.text(refusal, 403)
}

/** Why a request is not answered, in words for whoever sent it. */
function refusalOf(context: Context): string | undefined {
  const header = (name: string) => context.req.header(name)
  const host = header('host') ?? ''
  if (!LOOPBACK.test(host)) {
    return `Local Stripe answers only as 127.0.0.1, localhost or [::1], not as '${host}'. Ask for it by one of these names.`
  }
  if (isVisit(context)) return undefined
  const origin = header('origin')
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    return `A page of '${origin}' may not use Local Stripe. Ask from a program, or from a page of http://${host}.`
  }
  const site = header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return `A page of another origin (Sec-Fetch-Site: ${site}) may not use Local Stripe. Ask from a program, or from a page of http://${host}.`
  }
  return undefined
}

/** Whether a person follows a link: shops lead to the hosted pages, and opening a page changes nothing. */
function isVisit({ req }: Context): boolean {
  const isPage = !isApi(req.path) && !isLever(req.path)
  const isWholeTab =
    req.header('sec-fetch-mode') === 'navigate' && req.header('sec-fetch-dest') === 'document'
  return isPage && isWholeTab && (req.method === 'GET' || req.method === 'HEAD')
}
