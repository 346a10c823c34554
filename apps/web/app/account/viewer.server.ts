import { roleFrom, type Viewer as ApiViewer } from '@paidup/api'
import type { AppLoadContext } from '@remix-run/node'

/** Who is asking, for which organization, and as what in it. */
export type Viewer = ApiViewer & { name: string }

/**
 * Reads the session of a request.
 * @returns the viewer, null when nobody is signed in, and the headers with cookies that renew a session in use.
 */
export async function readSession(
  request: Request,
  { auth, db }: Pick<AppLoadContext, 'auth' | 'db'>,
): Promise<{ viewer: Viewer | null; headers: Headers }> {
  const { headers, response } = await auth.api.getSession({ headers: request.headers, returnHeaders: true })
  if (!response) return { viewer: null, headers }
  const { user, session } = response
  const memberships = await db.member.findMany({
    where: { userId: user.id },
    select: { organizationId: true, role: true },
    orderBy: { createdAt: 'asc' },
  })
  // The active organization counts only while the user is a member of it: a session outlives a removal.
  // Who has none signs in again, and gets one then.
  const membership =
    memberships.find(({ organizationId }) => organizationId === session.activeOrganizationId) ??
    memberships[0]
  if (!membership) return { viewer: null, headers }
  const { organizationId: orgId, role } = membership
  return {
    viewer: { userId: user.id, name: user.name, email: user.email, orgId, role: roleFrom(role) },
    headers,
  }
}
