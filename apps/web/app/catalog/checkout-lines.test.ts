import { expect, it } from 'vitest'
import { checkoutLines } from './checkout-lines.ts'

const usd = (amount: number, interval: 'month' | 'year' | null) => ({
  lookupKey: 'some',
  amount,
  currency: 'usd',
  interval,
})

it('says what a plan costs, and how often', () => {
  expect(checkoutLines({ name: 'Pro', price: usd(1900, 'month'), unit: null, quantity: 1 })).toEqual([
    { term: 'Pro', fact: '$19' },
    { term: 'to pay', fact: '$19 per month' },
  ])
})

it('counts seats and packs', () => {
  expect(checkoutLines({ name: 'Team', price: usd(15_000, 'year'), unit: 'seat', quantity: 3 })).toEqual([
    { term: 'Team', fact: '$150 per seat' },
    { term: 'seats', fact: '3' },
    { term: 'to pay', fact: '$450 per year' },
  ])
  expect(checkoutLines({ name: '100 credits', price: usd(900, null), unit: 'pack', quantity: 2 })).toEqual([
    { term: '100 credits', fact: '$9 per pack' },
    { term: 'packs', fact: '2' },
    { term: 'to pay', fact: '$18 once' },
  ])
})
