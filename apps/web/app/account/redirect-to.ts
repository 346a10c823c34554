/** Any origin will do: a path is resolved against it only to see whether it leaves. */
const HERE = 'http://here.invalid'

/**
 * Where to go after signing in, from a `redirectTo` that anyone may have written into the link.
 * @returns the same path and query when a browser would stay on this site, else `fallback`
 */
export function safeRedirectTo(redirectTo: unknown, fallback = '/billing'): string {
  if (typeof redirectTo !== 'string' || !redirectTo.startsWith('/')) return fallback
  if (!URL.canParse(redirectTo, HERE)) return fallback
  // Parsed as a browser does: `//host` and `/\host` are other sites, tabs and line feeds are dropped.
  const url = new URL(redirectTo, HERE)
  // `/..//host` stays here only until it is normalized.
  if (url.origin !== HERE || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search
}

/** The login page that leads back to `request`'s. */
export function loginPath(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return withRedirectTo('/login', pathname + search)
}

/** A sign-up or login page that leads on to `target`. */
export function withRedirectTo(page: '/login' | '/signup', target: string): string {
  return `${page}?${new URLSearchParams({ redirectTo: target }).toString()}`
}
