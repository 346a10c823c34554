import { expect, it } from 'vitest'
import { firstPoll, nextPoll, POLL_FOR, type Poll } from './checkout-poll.ts'

const look = (poll: Poll, now: number, isFinal = false) => nextPoll(poll, { type: 'looked', now, isFinal })
const again = (poll: Poll, now: number) => nextPoll(poll, { type: 'asked_again', now })
const timedOut = look(look(firstPoll, 1_000), 1_000 + POLL_FOR)

it('polls until thirty seconds after the first look at the clock', () => {
  const begun = look(firstPoll, 1_000)
  expect(look(begun, 1_000 + POLL_FOR - 1).phase).toBe('polling')
  expect(look(begun, 1_000 + POLL_FOR).phase).toBe('timed_out')
})

it('stops at the cap however few looks there were, as after a sleep of the machine', () => {
  expect(look(look(firstPoll, 0), 3_600_000).phase).toBe('timed_out')
})

it('stops at a final answer and never begins again', () => {
  const final = look(look(firstPoll, 0), 5_000, true)
  expect(final.phase).toBe('final')
  expect(look(final, 6_000, false)).toBe(final)
  expect(again(final, 6_000)).toBe(final)
})

it('stays timed out whatever the clock says later, also when it is set back', () => {
  expect(look(timedOut, 2_000).phase).toBe('timed_out')
  expect(look(timedOut, 100_000).phase).toBe('timed_out')
})

it('polls for another thirty seconds when the shopper asks', () => {
  const second = again(timedOut, 60_000)
  expect(look(second, 60_000 + POLL_FOR - 1).phase).toBe('polling')
  expect(look(second, 60_000 + POLL_FOR).phase).toBe('timed_out')
})

it('does not extend a round that is still running', () => {
  const begun = look(firstPoll, 0)
  expect(again(begun, 20_000)).toBe(begun)
})

it('takes a final answer that comes in after the cap', () => {
  expect(look(timedOut, 40_000, true).phase).toBe('final')
})
