import { catalog, type PlanKey } from '@paidup/billing'
import { expect, it } from 'vitest'
import { planOffer, type Holding } from './plan-offer.ts'

/** The offers for Free, Pro and Team. */
const offers = (holding: Holding) => catalog.map((plan) => planOffer(plan, plan.prices[0], holding))
const having = (plan: PlanKey): Holding => ({ plan, lapsed: null })

it('sells every plan that has a price to who has none', () => {
  expect(offers(null)).toEqual(['sign_up', 'checkout', 'checkout'])
  expect(offers(having('free'))).toEqual(['current', 'checkout', 'checkout'])
})

it('leads who has a plan to the billing page', () => {
  expect(offers(having('pro'))).toEqual(['included', 'current', 'billing'])
})

it('leads there too while a subscription has lapsed, also for the plan that lapsed', () => {
  expect(offers({ plan: 'free', lapsed: { plan: 'pro', status: 'unpaid' } })).toEqual([
    'current',
    'billing',
    'billing',
  ])
})
