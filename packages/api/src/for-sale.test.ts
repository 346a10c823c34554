import { catalog, creditPacks } from '@paidup/billing/catalog'
import { describe, expect, it } from 'vitest'
import { billingInterval, planChange, productKey } from './for-sale.ts'

const intervalsOf = (plan: (typeof catalog)[number]) =>
  plan.prices.flatMap(({ interval }) => (interval ? [interval] : []))

describe('what the API takes', () => {
  it.each([...catalog.filter(({ prices }) => prices.length > 0), ...creditPacks])(
    'sells $key, which the catalogue has a price for',
    ({ key }) => {
      expect(productKey.parse(key)).toBe(key)
    },
  )

  it.each(catalog.filter(({ prices }) => prices.length === 0))('does not sell $key', ({ key }) => {
    expect(productKey.safeParse(key).success).toBe(false)
  })

  it.each(catalog.map((plan) => ({ key: plan.key, intervals: intervalsOf(plan) })))(
    'changes a subscription to $key when it is paid by the interval: $intervals',
    ({ key, intervals }) => {
      expect(planChange.safeParse({ plan: key, interval: 'month' }).success).toBe(intervals.length > 0)
    },
  )

  it('takes the intervals that something is paid by, and no others', () => {
    expect(new Set(billingInterval.options)).toEqual(new Set(catalog.flatMap(intervalsOf)))
    expect(billingInterval.safeParse('week').success).toBe(false)
  })
})
