import { expect, it } from 'vitest'
import { formatDay } from './dates.ts'

it('shows the day in UTC, on either side of midnight', () => {
  expect(formatDay(new Date('2026-12-31T23:59:59Z'))).toBe('December 31, 2026')
  expect(formatDay(new Date('2027-01-01T00:00:00Z'))).toBe('January 1, 2027')
})
