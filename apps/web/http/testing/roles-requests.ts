import { randomUUID } from 'node:crypto'
import type { Body } from './browser.ts'
import type { Stage } from './roles-stage.ts'
import type { Column } from './roles-table.ts'

/** How each row of the table that needs more than its address is asked for. */
type Request = [path: string, body?: Body]

const credits = 'plan=credits_100'
const team = { plan: 'team', interval: 'month', quantity: 10 }

/** @param column who asks, where it is about themselves */
export function requestsOf(stage: Stage, column: Column): Record<string, Request> {
  const { people, orgId: organizationId, invitationId, sessionId, memberIds } = stage
  const inviteAs = (role: string) =>
    organization('invite-member', { email: 'new@example.com', role, organizationId })
  const makeRole = (memberId: string, role: string | string[]) =>
    organization('update-member-role', { memberId, role, organizationId })
  const inOrganization = (endpoint: string) =>
    [`/api/auth/organization/${endpoint}?organizationId=${organizationId}`] as Request
  return {
    'entitlement.forCheckout': query('entitlement.forCheckout', { sessionId }),
    'credits.spend': mutation('credits.spend', { credits: 1, idempotencyKey: randomUUID() }),
    'checkout.create': mutation('checkout.create', { plan: 'credits_100' }),
    'subscription.change': mutation('subscription.change', team),
    'subscription.portal': mutation('subscription.portal', {}),
    'POST /billing': ['/billing', { form: { offer: 'team.month', quantity: '10' } }],
    'POST /login without its fields': ['/login', { form: {} }],
    'POST /signup without its fields': ['/signup', { form: {} }],
    'GET /checkout': [`/checkout?${credits}`],
    'POST /checkout': [`/checkout?${credits}`, { form: {} }],
    'GET /success': [`/success?session_id=${sessionId}`],
    'POST /webhooks/stripe without a signature': ['/webhooks/stripe', { json: {} }],
    'GET /api/trpc/* where there is no procedure': ['/api/trpc/no.such'],
    'GET /api/auth/* where there is no endpoint': ['/api/auth/no-such'],
    'GET /* where there is no page': ['/no-such'],
    ...Object.fromEntries(
      [
        'get-organization',
        'get-full-organization',
        'list-members',
        'get-active-member-role',
        'list-invitations',
      ].map((endpoint) => [`GET /api/auth/organization/${endpoint}`, inOrganization(endpoint)]),
    ),
    'POST /api/auth/organization/has-permission': organization('has-permission', {
      organizationId,
      permissions: { member: ['update'] },
    }),
    'POST /api/auth/organization/set-active': organization('set-active', { organizationId }),
    'POST /api/auth/organization/check-slug': organization('check-slug', { slug: 'free-slug' }),
    'POST /api/auth/organization/create': organization('create', { name: 'Second', slug: 'second' }),
    'POST /api/auth/organization/delete': organization('delete', { organizationId }),
    'POST /api/auth/organization/update': organization('update', {
      organizationId,
      data: { name: 'Renamed' },
    }),
    'POST /api/auth/organization/invite-member as member': inviteAs('member'),
    'POST /api/auth/organization/invite-member as owner': inviteAs('owner'),
    'POST /api/auth/organization/invite-member as admin': inviteAs('admin'),
    'POST /api/auth/organization/invite-member as owner,member': inviteAs('owner,member'),
    'POST /api/auth/organization/cancel-invitation': organization('cancel-invitation', { invitationId }),
    'POST /api/auth/organization/update-member-role to billing': makeRole(memberIds.spare, 'billing'),
    'POST /api/auth/organization/update-member-role to owner': makeRole(memberIds.spare, 'owner'),
    'POST /api/auth/organization/update-member-role to admin': makeRole(memberIds.spare, 'admin'),
    'POST /api/auth/organization/update-member-role to owner and member': makeRole(memberIds.spare, [
      'owner',
      'member',
    ]),
    'POST /api/auth/organization/update-member-role of oneself to owner': makeRole(
      column === 'nobody' ? '' : memberIds[column],
      'owner',
    ),
    'POST /api/auth/organization/update-member-role of the only owner': makeRole(memberIds.owner, 'member'),
    'POST /api/auth/organization/remove-member': organization('remove-member', {
      memberIdOrEmail: people.spare.email,
      organizationId,
    }),
    'POST /api/auth/organization/remove-member of the only owner': organization('remove-member', {
      memberIdOrEmail: memberIds.owner,
      organizationId,
    }),
    'POST /api/auth/organization/leave': organization('leave', { organizationId }),
    'GET /api/auth/organization/get-invitation': [`/api/auth/organization/get-invitation?id=${invitationId}`],
    'POST /api/auth/organization/reject-invitation': organization('reject-invitation', { invitationId }),
    'POST /api/auth/organization/accept-invitation': organization('accept-invitation', { invitationId }),
  }
}

function organization(endpoint: string, json: object): Request {
  return [`/api/auth/organization/${endpoint}`, { json }]
}

function query(procedure: string, input: object): Request {
  return [`/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`]
}

function mutation(procedure: string, input: object): Request {
  return [`/api/trpc/${procedure}`, { json: { json: input } }]
}
