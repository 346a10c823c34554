import { expect, it } from 'vitest'
import { checkoutPath } from './checkout-path.ts'
import { checkoutRequestFrom } from './checkout-request.server.ts'

const parse = (query: string) => checkoutRequestFrom(new URLSearchParams(query))

it('reads a form', () => {
  expect(parse('plan=team&interval=year&quantity=5')).toEqual({ plan: 'team', interval: 'year', quantity: 5 })
})

it.each(['', 'plan=free', 'plan=platinum'])('is nothing to buy: %j', (query) => {
  expect(parse(query)).toBeNull()
})

it.each(['', '0', '-1', '1.5', 'many', '1e9'])('takes one seat where the number is %j', (quantity) => {
  expect(parse(`plan=team&quantity=${quantity}`)?.quantity).toBe(1)
})

it('sells a plan without seats once', () => {
  expect(parse('plan=pro&quantity=5')?.quantity).toBe(1)
})

it('has no interval for what is paid once, whatever is asked for', () => {
  expect(parse('plan=lifetime&interval=year')).toEqual({ plan: 'lifetime', interval: null, quantity: 1 })
  expect(parse('plan=credits_100&quantity=3')).toEqual({ plan: 'credits_100', interval: null, quantity: 3 })
})

it.each([
  { plan: 'team', interval: 'year', quantity: 12 },
  { plan: 'lifetime', interval: null, quantity: 1 },
  { plan: 'credits_100', interval: null, quantity: 2 },
] as const)('survives the way round by sign-up: $plan', (request) => {
  expect(parse(checkoutPath(request).split('?')[1] ?? '')).toEqual(request)
})
