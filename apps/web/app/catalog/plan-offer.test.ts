import { catalog, planByKey, type BillingInterval, type PlanKey } from '@paidup/billing/catalog'
import { expect, it } from 'vitest'
import { planOffer, type Holding } from './plan-offer.ts'

/** The offers for each plan. */
const offers = (holding: Holding) =>
  Object.fromEntries(catalog.map((plan) => [plan.key, planOffer(plan, plan.prices[0], holding)]))
const having = (plan: PlanKey, interval: BillingInterval | null = null): Holding => ({
  plan,
  interval,
  features: [...(planByKey(plan)?.features ?? [])],
  lapsed: null,
  mayBuy: true,
})

it('sells every plan that has a price to who has none', () => {
  const all = { pro: 'checkout', lifetime: 'checkout', team: 'checkout' }
  expect(offers(null)).toMatchObject({ free: 'sign_up', ...all })
  expect(offers(having('free'))).toMatchObject({ free: 'current', ...all })
})

it('leads who has a subscription to the billing page, and sells nothing beside it', () => {
  const others = { free: 'included', lifetime: 'afterwards' }
  expect(offers(having('pro', 'month'))).toMatchObject({ ...others, pro: 'current', team: 'billing' })
  expect(offers(having('team', 'year'))).toMatchObject({ ...others, pro: 'billing', team: 'current' })
})

it('sells who has paid once only what has more', () => {
  expect(offers(having('lifetime'))).toMatchObject({
    free: 'included',
    pro: 'included',
    lifetime: 'current',
    team: 'checkout',
  })
})

it('leads to the billing page too while a plan has lapsed, also for the plan that lapsed', () => {
  expect(offers({ ...having('free'), lapsed: { plan: 'pro', status: 'unpaid' } } as Holding)).toMatchObject({
    free: 'current',
    pro: 'billing',
    lifetime: 'billing',
    team: 'billing',
  })
})

it('sells nothing to who may not buy, and says who can', () => {
  const asMember = (holding: Holding) => offers(holding && { ...holding, mayBuy: false })
  expect(asMember(having('free'))).toMatchObject({
    free: 'current',
    pro: 'ask',
    lifetime: 'ask',
    team: 'ask',
  })
  expect(asMember(having('pro', 'month'))).toMatchObject({
    free: 'included',
    pro: 'current',
    lifetime: 'ask',
    team: 'ask',
  })
})
