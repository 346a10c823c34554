import type { BetterAuthPlugin } from 'better-auth'
import { problemOf, problemResponse } from '../http/problem.server.ts'

/**
 * What of better-auth answers under /api/auth. Everything else it brings, or will bring with an update, is not there:
 * no page uses it, and nobody has thought about who may.
 */
export const ALLOWED_ENDPOINTS: ReadonlySet<string> = new Set([
  '/sign-up/email',
  '/sign-in/email',
  '/sign-out',
  '/get-session',
  '/change-password',
  '/organization/list',
  '/organization/get-full-organization',
  '/organization/get-active-member',
  '/organization/list-members',
  '/organization/set-active',
  '/organization/invite-member',
  '/organization/list-invitations',
  '/organization/list-user-invitations',
  '/organization/get-invitation',
  '/organization/accept-invitation',
  '/organization/reject-invitation',
  '/organization/cancel-invitation',
  '/organization/remove-member',
  '/organization/update-member-role',
  '/organization/leave',
  '/organization/update',
])

/** Answers 404 for the rest. Not `disabledPaths`, which has to name each, and can't name one with a parameter in it. */
export const allowedEndpoints = {
  id: 'allowed-endpoints',
  onRequest(request, { baseURL }) {
    const path = new URL(request.url).pathname.slice(new URL(baseURL).pathname.length)
    if (ALLOWED_ENDPOINTS.has(path)) return Promise.resolve()
    return Promise.resolve({
      response: problemResponse(problemOf(404, 'not_found', 'There is no such endpoint.')),
    })
  },
} satisfies BetterAuthPlugin
