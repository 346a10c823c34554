import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movedBy, periodEndAfter } from './periods.ts'

const instant = fc.integer({ min: Date.UTC(2020, 0) / 1000, max: Date.UTC(2040, 0) / 1000 })
const every = fc.record({
  interval: fc.constantFrom('day', 'week', 'month', 'year'),
  interval_count: fc.integer({ min: 1, max: 12 }),
})

test('the end of a period is the first whole number of periods after the instant', () => {
  fc.assert(
    fc.property(instant, fc.nat(400_000_000), every, (anchor, later, length) => {
      const end = periodEndAfter(anchor, anchor + later, length)
      expect(end).toBeGreaterThan(anchor + later)
      let periods = 0
      while (movedBy(anchor, length, periods) < end) periods++
      expect(movedBy(anchor, length, periods)).toBe(end)
      expect(movedBy(anchor, length, periods - 1)).toBeLessThanOrEqual(anchor + later)
    }),
    // Many months counted from one that is followed by a short one.
    { examples: [[1_738_195_200, 140_313_600, { interval: 'month', interval_count: 1 }]] },
  )
})

test('months keep the day of the anchor where they have it', () => {
  const anchor = Date.UTC(2028, 0, 31, 10, 30) / 1000
  const monthly = { interval: 'month', interval_count: 1 }
  const days = [1, 2, 3].map((periods) => new Date(movedBy(anchor, monthly, periods) * 1000).toISOString())
  expect(days).toEqual(['2028-02-29T10:30:00.000Z', '2028-03-31T10:30:00.000Z', '2028-04-30T10:30:00.000Z'])
})
