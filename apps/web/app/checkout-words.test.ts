import { expect, it } from 'vitest'
import { checkoutWords, type CheckoutView } from './checkout-words.ts'

const said = (view: CheckoutView, plan?: string) => Object.values(checkoutWords(view, plan)).join(' ')

it.each(['finalizing', 'timed_out', 'awaiting_payment'] as const)(
  'claims neither a plan nor the lack of one while it is %s',
  (view) => {
    expect(said(view, 'Pro')).not.toMatch(/\bfree\b|\bactive\b|is yours|failed|declined|error/i)
  },
)

it('asks nobody to pay twice when the answer is late', () => {
  expect(said('timed_out')).toContain('need not pay again')
})

it('says that nothing was charged when the checkout expired', () => {
  expect(said('expired', 'Pro')).toContain('Nothing was charged')
})

it('names the plan once it is known', () => {
  expect(checkoutWords('ready', 'Team').title).toBe('Team is yours')
  expect(checkoutWords('ready', undefined).title).toBe('Your plan is yours')
})
