import type { Plan } from '@paidup/billing/catalog'
import { expect, it } from 'vitest'
import { creditsNote, priceAt, priceNote, yearlySaving } from './plan-words.ts'

const plan = (month: number, year: number, more: Partial<Plan> = {}): Plan => ({
  key: 'pro',
  name: 'Pro',
  summary: '',
  isPerSeat: false,
  features: [],
  creditsPerMonth: 0,
  whileDisputed: 'suspend',
  prices: [
    { lookupKey: 'm', interval: 'month', amount: month, currency: 'usd' },
    { lookupKey: 'y', interval: 'year', amount: year, currency: 'usd' },
  ],
  ...more,
})
const free = plan(0, 0, { prices: [] })

it('promises the saving that every plan keeps, rounded down', () => {
  expect(yearlySaving([free, plan(1900, 19000), plan(1000, 6000)])).toBe(16)
})

it('promises nothing when a plan saves nothing, or none is sold', () => {
  expect(yearlySaving([plan(1000, 12000), plan(1000, 6000)])).toBeNull()
  expect(yearlySaving([free])).toBeNull()
})

it('says what a price is for', () => {
  const team = plan(1, 1, { isPerSeat: true })
  expect(priceNote(team, priceAt(team, 'year'))).toBe('per seat per year')
  expect(priceNote(plan(1, 1), priceAt(plan(1, 1), 'month'))).toBe('per month')
  expect(priceNote(free, priceAt(free, 'month'))).toBe('for good')
})

it('shows what is paid once beside either interval', () => {
  const price = { lookupKey: 'o', interval: null, amount: 29900, currency: 'usd' }
  const lifetime = plan(0, 0, { key: 'lifetime', prices: [price] })
  expect(priceAt(lifetime, 'month')).toBe(price)
  expect(priceAt(lifetime, 'year')).toBe(price)
  expect(priceNote(lifetime, price)).toBe('once')
})

it('says what a plan brings in credits', () => {
  expect(creditsNote(plan(1, 1, { creditsPerMonth: 100 }))).toBe('100 credits for each month paid')
  expect(creditsNote(plan(1, 1, { creditsPerMonth: 50, isPerSeat: true }))).toBe(
    '50 credits per seat for each month paid',
  )
  expect(creditsNote(free)).toBeNull()
})
