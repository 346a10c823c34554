import { describe, expect, it } from 'vitest'
import type { EntitlementRow } from '../sql/parts/entitlement-row.ts'
import { currentEntitlementFrom } from './entitlement.ts'

const NOW = new Date('2026-06-10T12:00:00Z')
const row = (changes: Partial<EntitlementRow> = {}): EntitlementRow => ({
  stripeSubscriptionId: 'sub_1',
  product: 'pro',
  status: 'active',
  quantity: 1,
  interval: 'month',
  currentPeriodEnd: new Date('2026-07-01T00:00:00Z'),
  trialEnd: null,
  cancelAt: null,
  cancelAtPeriodEnd: false,
  dispute: null,
  overdueSince: null,
  ...changes,
})

describe('currentEntitlementFrom', () => {
  it('is the free plan without any subscription', () => {
    expect(currentEntitlementFrom([], NOW)).toMatchObject({ plan: 'free', status: null, features: [] })
  })

  it.each(['active', 'trialing'])('grants the plan while %s', (status) => {
    expect(currentEntitlementFrom([row({ status })], NOW).plan).toBe('pro')
  })

  it.each(['incomplete', 'incomplete_expired', 'canceled', 'unpaid', 'paused', 'a_status_of_the_future'])(
    'grants nothing while %s',
    (status) => {
      expect(currentEntitlementFrom([row({ status })], NOW).plan).toBe('free')
    },
  )

  it('grants an overdue plan until seven days after the renewal that failed', () => {
    const overdue = row({ status: 'past_due' })
    expect(currentEntitlementFrom([overdue], new Date('2026-06-07T23:59:59Z'))).toMatchObject({
      plan: 'pro',
      graceEndsAt: new Date('2026-06-08T00:00:00Z'),
    })
    expect(currentEntitlementFrom([overdue], new Date('2026-06-08T00:00:00Z')).plan).toBe('free')
  })

  it('counts grace from the last day of a month that is too short', () => {
    const overdue = row({ status: 'past_due', currentPeriodEnd: new Date('2026-03-31T00:00:00Z') })
    expect(currentEntitlementFrom([overdue], new Date('2026-03-01T00:00:00Z')).graceEndsAt).toEqual(
      new Date('2026-03-07T00:00:00Z'),
    )
  })

  it('counts the grace of a yearly plan from the start of its year', () => {
    const overdue = row({
      status: 'past_due',
      interval: 'year',
      currentPeriodEnd: new Date('2027-06-05T00:00:00Z'),
    })
    expect(currentEntitlementFrom([overdue], NOW).graceEndsAt).toEqual(new Date('2026-06-12T00:00:00Z'))
  })

  it('counts the grace of an invoice in mid-period from its first failure', () => {
    const overdue = row({
      status: 'past_due',
      interval: 'year',
      currentPeriodEnd: new Date('2026-12-01T00:00:00Z'),
      overdueSince: new Date('2026-06-09T00:00:00Z'),
    })
    expect(currentEntitlementFrom([overdue], NOW)).toMatchObject({
      plan: 'pro',
      graceEndsAt: new Date('2026-06-16T00:00:00Z'),
    })
  })

  it.each([
    ['paid', 'lifetime'],
    ['partially_refunded', 'lifetime'],
    ['pending', 'free'],
    ['failed', 'free'],
    ['refunded', 'free'],
    ['a status of tomorrow', 'free'],
  ])('of a purchase that is %s is %s', (status, plan) => {
    const bought = { stripeSubscriptionId: null, product: 'lifetime', interval: null, currentPeriodEnd: null }
    expect(currentEntitlementFrom([row({ ...bought, status })], NOW).plan).toBe(plan)
  })

  it.each([
    ['pro', 'open', 'free'],
    ['pro', 'lost', 'free'],
    ['team', 'open', 'team'],
    ['team', 'lost', 'free'],
  ] as const)('of a %s whose dispute is %s is %s', (plan, dispute, granted) => {
    expect(currentEntitlementFrom([row({ product: plan, dispute })], NOW).plan).toBe(granted)
  })

  it('names what stands in the way: the payment where the policy leaves access, the dispute where not', () => {
    const overdue = {
      status: 'past_due',
      currentPeriodEnd: new Date('2026-06-11T00:00:00Z'),
      dispute: 'open',
    } as const
    expect(currentEntitlementFrom([row({ ...overdue, product: 'team' })], NOW).lapsed?.status).toBe(
      'past_due',
    )
    expect(currentEntitlementFrom([row({ ...overdue, product: 'pro' })], NOW).lapsed?.status).toBe('disputed')
  })

  it('takes no other plan away with a disputed one', () => {
    const rows = [row({ product: 'team', dispute: 'lost' }), row()]
    expect(currentEntitlementFrom(rows, NOW)).toMatchObject({ plan: 'pro', lapsed: null })
  })

  it.each(['past_due', 'unpaid', 'paused'])('says which plan has lapsed while it is %s', (status) => {
    const later = new Date('2026-06-29T00:00:00Z')
    expect(currentEntitlementFrom([row({ status })], later)).toMatchObject({
      plan: 'free',
      lapsed: { plan: 'pro', status },
    })
  })

  it.each(['canceled', 'incomplete', 'incomplete_expired'])('has no lapsed plan while it is %s', (status) => {
    expect(currentEntitlementFrom([row({ status })], NOW).lapsed).toBeNull()
  })

  it('grants nothing for a price that is not in the catalogue', () => {
    expect(currentEntitlementFrom([row({ product: 'unknown' })], NOW).plan).toBe('free')
  })

  it('keeps the new plan when an old subscription has ended', () => {
    const rows = [
      row({ status: 'canceled' }),
      row({ stripeSubscriptionId: 'sub_2', product: 'team', quantity: 4 }),
    ]
    expect(currentEntitlementFrom(rows, NOW)).toMatchObject({ plan: 'team', seats: 4 })
    expect(currentEntitlementFrom(rows.reverse(), NOW)).toMatchObject({ plan: 'team', seats: 4 })
  })

  it('unites the features of all that grant and shows the best', () => {
    const both = currentEntitlementFrom([row({ product: 'team', quantity: 3 }), row()], NOW)
    expect(both.plan).toBe('team')
    expect(both.features).toEqual(expect.arrayContaining(['projects_unlimited', 'audit_log']))
    expect(new Set(both.features).size).toBe(both.features.length)
  })

  it('sees a scheduled cancellation in either of the two fields', () => {
    const at = new Date('2026-06-20T00:00:00Z')
    expect(currentEntitlementFrom([row({ cancelAt: at })], NOW).endsAt).toEqual(at)
    expect(currentEntitlementFrom([row({ cancelAtPeriodEnd: true })], NOW).endsAt).toEqual(
      row().currentPeriodEnd,
    )
    expect(currentEntitlementFrom([row()], NOW).endsAt).toBeNull()
  })
})
