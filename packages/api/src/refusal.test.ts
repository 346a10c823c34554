import { CheckoutRefused } from '@paidup/billing'
import { TRPCError } from '@trpc/server'
import { expect, it } from 'vitest'
import { orRefusal, refusalFrom } from './refusal.ts'

const refused = (reason: CheckoutRefused['reason']) =>
  orRefusal(Promise.reject(new CheckoutRefused(reason, 'Why.'))).catch((error: unknown) => refusalFrom(error))

it('tells a plan that is not sold from one that is had already, and both from a fault', async () => {
  expect(await refused('not_for_sale')).toEqual({ reason: 'not_for_sale', text: 'Why.', status: 400 })
  expect(await refused('already_subscribed')).toMatchObject({ reason: 'already_subscribed', status: 409 })
  expect(await refused('already_owned')).toMatchObject({ reason: 'already_owned', status: 409 })
  expect(refusalFrom(new TRPCError({ code: 'BAD_REQUEST' }))).toBeNull()
  expect(refusalFrom(new Error('CONFLICT'))).toBeNull()
})

it('tells that a role may not, with who may', () => {
  const message = 'Only an owner can.'
  expect(refusalFrom(new TRPCError({ code: 'FORBIDDEN', message }))).toEqual({
    reason: 'not_allowed',
    text: message,
    status: 403,
  })
})
