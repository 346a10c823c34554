import type { Entitlement } from '@paidup/billing'
import { expect, it } from 'vitest'
import { billingLines } from './billing-lines.ts'

const pro: Entitlement = {
  plan: 'pro',
  features: [],
  seats: 1,
  status: 'active',
  interval: 'month',
  currentPeriodEnd: new Date('2027-01-15T10:00:00Z'),
  trialEnd: null,
  endsAt: null,
  graceEndsAt: null,
  lapsed: null,
}

const PRO = { name: 'Pro', isPerSeat: false }
const facts = (entitlement: Partial<Entitlement>) =>
  Object.fromEntries(billingLines({ ...pro, ...entitlement }, PRO).map(({ term, fact }) => [term, fact]))

it('tells when an active plan renews', () => {
  expect(facts({})).toEqual({ plan: 'Pro', status: 'active', billed: 'monthly', renews: 'January 15, 2027' })
})

it('tells the seats of a plan that has them', () => {
  const lines = billingLines({ ...pro, seats: 5, interval: 'year' }, { name: 'Team', isPerSeat: true })
  expect(lines).toContainEqual({ term: 'seats', fact: '5' })
  expect(lines).toContainEqual({ term: 'billed', fact: 'yearly' })
})

it('announces no renewal of a plan that is to end', () => {
  const line = facts({ endsAt: new Date('2027-01-10T00:00:00Z') })
  expect(line).toMatchObject({ status: 'canceled, still running', ends: 'January 10, 2027' })
  expect(line).not.toHaveProperty('renews')
})

it('tells until when an overdue payment is waited for', () => {
  expect(facts({ status: 'past_due', graceEndsAt: new Date('2026-12-22T00:00:00Z') })).toMatchObject({
    status: 'payment overdue',
    'ends unless paid by': 'December 22, 2026',
  })
})

it('tells when a trial turns into a payment', () => {
  expect(facts({ status: 'trialing', trialEnd: new Date('2026-12-14T00:00:00Z') })).toMatchObject({
    status: 'trial',
    'first payment': 'December 14, 2026',
  })
})

it('has no dates for the free plan', () => {
  expect(facts({ plan: 'free', status: null, interval: null, currentPeriodEnd: null })).toEqual({
    plan: 'Pro',
    status: 'no subscription',
  })
})

it('has no dates for a plan that was paid once, and no subscription', () => {
  const once = { plan: 'lifetime', interval: null, currentPeriodEnd: null } as const
  expect(facts({ ...once, status: 'paid' })).toEqual({
    plan: 'Pro',
    status: 'yours for good',
    billed: 'once',
  })
  expect(facts({ ...once, status: 'partially_refunded' }).status).toBe('yours for good, partly refunded')
})

it('names a lapsed plan, why it grants nothing, and does not say that there is no subscription', () => {
  const free = { plan: 'free', status: null, interval: null, currentPeriodEnd: null } as const
  expect(facts({ ...free, lapsed: { plan: 'pro', status: 'past_due' } })).toEqual({
    plan: 'Pro',
    status: 'payment overdue',
    access: 'ended until the open invoice is paid',
  })
})
