import { expect, it } from 'vitest'
import { alreadySubscribedWords, refusalInWords } from './checkout-refusal.ts'

it('passes on the words about who may buy, and about members who need seats', () => {
  const text = 'Only an owner can.'
  expect(refusalInWords({ reason: 'not_allowed', text })).toMatchObject({
    text,
    title: expect.stringContaining('cannot buy') as string,
  })
  expect(refusalInWords({ reason: 'seats_in_use', text })).toMatchObject({
    text,
    title: expect.stringContaining('more members') as string,
  })
})

it('says of a lapsed subscription what brings access back, and not that it runs', () => {
  const { title, text } = alreadySubscribedWords(
    { plan: 'free', lapsed: { plan: 'pro', status: 'past_due' } },
    'Pro',
  )
  expect(title).toBe('You have bought Pro already')
  expect(text).toMatch(
    /payment overdue, access ended until the open invoice is paid\. .* nothing was started/,
  )
})

it('says of a plan whose payment is under way that it will begin', () => {
  const held = { plan: 'free', lapsed: { plan: 'lifetime', status: 'pending' } } as const
  expect(alreadySubscribedWords(held, 'Lifetime')).toMatchObject({
    title: 'You have bought Lifetime already',
    text: expect.stringMatching(/payment on its way, access begins once the money has arrived/) as string,
  })
})

it('says of a plan just bought that it has yet to start, and of a running one no more than that it is there', () => {
  expect(alreadySubscribedWords({ plan: 'free', lapsed: null }, '').text).toMatch(
    /starts by itself as soon as/,
  )
  expect(alreadySubscribedWords({ plan: 'pro', lapsed: null }, '')).toEqual({
    title: 'You have a plan already',
    text: 'A second one would charge you twice, so nothing was started.',
  })
})
