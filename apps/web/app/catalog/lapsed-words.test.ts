import { expect, it } from 'vitest'
import { lapsedWords } from './lapsed-words.ts'

const words = (status: string) => lapsedWords({ plan: 'pro', status })

it('tells that an invoice is to be paid, overdue or given up on', () => {
  expect(words('past_due')).toEqual({
    status: 'payment overdue',
    access: 'ended until the open invoice is paid',
  })
  expect(words('unpaid').access).toBe('ended until the open invoice is paid')
})

it('does not speak of an invoice where the subscription is paused', () => {
  expect(words('paused')).toEqual({ status: 'paused', access: 'ended until the subscription is resumed' })
})

it('speaks of a dispute, whether the bank has decided or not', () => {
  expect(words('disputed')).toEqual({
    status: 'payment disputed',
    access: 'none unless the dispute ends and the payment stands',
  })
})

it('does not call a payment overdue that is only under way', () => {
  expect(words('pending')).toEqual({
    status: 'payment on its way',
    access: 'begins once the money has arrived',
  })
})

it('claims no reason for a status it does not know', () => {
  expect(words('of_the_future')).toEqual({ status: 'not active', access: 'none at the moment' })
})
