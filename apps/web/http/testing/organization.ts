import { setupCatalogue } from '@paidup/billing/operate'
import type { Role } from '@paidup/api'
import type { Person } from './person.ts'
import type { WebApp } from './web-app.ts'

/** Subscribes an organization to Team at Stripe, and writes what the webhook would. */
export async function subscribeToTeam({ db, stripe }: WebApp, orgId: string, seats: number): Promise<string> {
  await setupCatalogue(stripe)
  const metadata = { org_id: orgId }
  const customer = await stripe.customers.create({ metadata })
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: card.id } })
  const { data } = await stripe.prices.list({ lookup_keys: ['team_monthly'] })
  const items = [{ price: data[0]?.id ?? '', quantity: seats }]
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items, metadata })
  const owner = { stripeCustomerId: customer.id }
  await db.billingCustomer.create({ data: { ...owner, orgId, livemode: false } })
  await db.planEntitlement.create({
    data: {
      ...owner,
      stripeSubscriptionId: id,
      plan: 'team',
      status: 'active',
      quantity: seats,
      interval: 'month',
    },
  })
  return id
}

/** Makes a person a member of an organization, for which their session acts from now on. */
export async function addMember({ db }: WebApp, orgId: string, person: Person, role: Role): Promise<string> {
  const id = `${role}_${person.userId}`
  await db.member.create({ data: { id, organizationId: orgId, userId: person.userId, role } })
  await db.session.updateMany({ where: { userId: person.userId }, data: { activeOrganizationId: orgId } })
  return id
}

/** Invites somebody. @returns the invitation's id */
export async function invite(
  { db }: WebApp,
  from: Person,
  email: string,
  role: Role = 'member',
): Promise<string> {
  const { id } = await db.invitation.create({
    data: {
      id: `invitation_${email}`,
      organizationId: from.ownOrgId,
      email,
      role,
      expiresAt: new Date(Date.now() + 3_600_000),
      inviterId: from.userId,
    },
  })
  return id
}
