import { expect, it } from 'vitest'
import { formatMoney } from './money.ts'

it.each([
  [1900, 'usd', '$19'],
  [1950, 'usd', '$19.50'],
  [5, 'eur', '€0.05'],
  [0, 'usd', '$0'],
  [1_234_567, 'usd', '$12,345.67'],
])('shows %i %s as %s', (amount, currency, shown) => {
  expect(formatMoney(amount, currency)).toBe(shown)
})

it('does not divide currencies without minor units', () => {
  expect(formatMoney(80, 'jpy')).toBe('¥80')
  expect(formatMoney(1900, 'KRW')).toBe('₩1,900')
})

it('knows currencies with three decimals', () => {
  expect(formatMoney(12_340, 'kwd').replace(/\s/, ' ')).toBe('KWD 12.340')
})

it('follows Stripe where it counts hundredths that the currency itself does not have', () => {
  expect(formatMoney(500, 'isk').replace(/\s/, ' ')).toBe('ISK 5')
  expect(formatMoney(150, 'all').replace(/\s/, ' ')).toBe('ALL 1.50')
})
