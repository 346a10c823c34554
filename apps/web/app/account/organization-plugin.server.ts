import { mayDo, roleFrom, roles, type Role } from '@paidup/api'
import { MOST_UNITS } from '@paidup/api/limits'
import type { Db } from '@paidup/db'
import { APIError } from 'better-auth'
import { organization } from 'better-auth/plugins'
import { defaultAc } from 'better-auth/plugins/organization/access'

/** PostgreSQL's greatest integer: how many may be in an organization is told by its seats, in the database. */
const NO_LIMIT = 2_147_483_647

/**
 * As many open invitations as there can be seats; and as many rows as better-auth reads where it counts them or looks
 * for another owner (100 by itself, whatever its limits are).
 */
export const MOST_ROWS = MOST_UNITS

function rightsOf(role: Role) {
  return defaultAc.newRole(
    mayDo(role, 'manage')
      ? { organization: ['update'], member: ['create', 'update', 'delete'], invitation: ['create', 'cancel'] }
      : {},
  )
}

/**
 * better-auth's organizations with our roles alone: who may manage people has its rights, whoever may not has none.
 * Its own `admin` stays a word it knows, whatever roles it is given (`crud-members`, `crud-invites`), so each way to give
 * a role is refused one that is not ours. An organization is made with an account, and by no endpoint.
 */
export function organizationPlugin(db: Db) {
  return organization({
    roles: { owner: rightsOf('owner'), billing: rightsOf('billing'), member: rightsOf('member') } satisfies {
      [Key in Role]: unknown
    },
    creatorRole: 'owner' satisfies Role,
    allowUserToCreateOrganization: false,
    disableOrganizationDeletion: true,
    requireEmailVerificationOnInvitation: true,
    membershipLimit: NO_LIMIT,
    invitationLimit: MOST_ROWS,
    organizationHooks: {
      beforeCreateInvitation: async ({ invitation }) => refuseUnknownRole(invitation.role),
      beforeAcceptInvitation: async ({ invitation }) => refuseIfWithdrawn(db, invitation),
      beforeAddMember: async ({ member }) => refuseUnknownRole(member.role),
      beforeUpdateMemberRole: async ({ newRole }) => refuseUnknownRole(newRole),
    },
  })
}

/** What somebody invited to while they might is worth nothing once they may not: who was removed has no way back in. */
async function refuseIfWithdrawn(
  db: Db,
  invitation: { organizationId: string; inviterId: string },
): Promise<void> {
  const { organizationId, inviterId: userId } = invitation
  const inviter = await db.member.findFirst({ where: { organizationId, userId }, select: { role: true } })
  if (inviter && mayDo(roleFrom(inviter.role), 'manage')) return
  throw new APIError('FORBIDDEN', {
    code: 'INVITATION_WITHDRAWN',
    message: 'Who sent this invitation no longer manages the organization. Ask an owner for a new one.',
  })
}

/** Also of several roles at once: everybody has one. */
function refuseUnknownRole(word: string): Promise<void> {
  if (roles.some((role) => role === word)) return Promise.resolve()
  throw new APIError('BAD_REQUEST', {
    code: 'ROLE_NOT_FOUND',
    message: `There is no role "${word.slice(0, 100)}" here. Give one of: ${roles.join(', ')}.`,
  })
}
