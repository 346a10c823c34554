import type { Entitlement } from '@paidup/billing'
import { expect, it } from 'vitest'
import { changeWords, isUnderWay, type ChangeOutcome } from './plan-change-words.ts'

const team = { name: 'Team', isPerSeat: true }
const wanted = { plan: 'team', interval: 'year', quantity: 3 } as const
const pro: Entitlement = {
  plan: 'pro',
  features: [],
  seats: 1,
  status: 'active',
  interval: 'month',
  currentPeriodEnd: null,
  trialEnd: null,
  endsAt: null,
  graceEndsAt: null,
  lapsed: null,
}
const words = (outcome: ChangeOutcome, has: Partial<Entitlement> = {}) =>
  changeWords(outcome, team, { ...pro, ...has })

it('says that a change is in force only once the entitlement shows it, interval and seats too', () => {
  const changed = { state: 'changed', paymentKey: null, wanted } as const
  const inForce = /^You have Team with 3 seats, billed yearly now/
  expect(words(changed).text).toMatch(/^Changing to Team with 3 seats/)
  expect(words(changed, { plan: 'team', interval: 'month', seats: 3 }).text).not.toMatch(inForce)
  expect(words(changed, { plan: 'team', interval: 'year', seats: 2 }).text).not.toMatch(inForce)
  expect(words(changed, { plan: 'team', interval: 'year', seats: 3 })).toMatchObject({
    tone: 'good',
    text: expect.stringMatching(inForce) as string,
  })
})

it('is under way until the plan is there and its payment is in the history', () => {
  const changed = { state: 'changed', paymentKey: 'invoice:in_2:paid', wanted } as const
  const has = { ...pro, plan: 'team', interval: 'year', seats: 3 } as const
  const [before, after] = [{ businessKey: 'invoice:in_1:paid' }, { businessKey: 'invoice:in_2:paid' }]
  expect(isUnderWay(changed, has, [before])).toBe(true)
  expect(isUnderWay(changed, pro, [after, before])).toBe(true)
  expect(isUnderWay(changed, has, [after, before])).toBe(false)
  expect(isUnderWay({ ...changed, paymentKey: null }, has, [before])).toBe(false)
  expect(isUnderWay({ state: 'unchanged', wanted }, pro, [])).toBe(false)
  expect(isUnderWay(undefined, pro, [])).toBe(false)
})

it('leads to the invoice that brings the change, and says that until then all stays as it is', () => {
  const { text, payUrl } = words({
    state: 'awaiting_payment',
    invoiceUrl: 'https://invoice.example/i/1',
    wanted,
  })
  expect(text).toMatch(/your plan stays as it is.* once the invoice is paid/)
  expect(payUrl).toBe('https://invoice.example/i/1')
})

it('says that nothing was charged where nothing changed', () => {
  expect(words({ state: 'unchanged', wanted }).text).toMatch(/nothing was charged/)
})

it('says what to do about an invoice that is overdue', () => {
  expect(words({ state: 'refused', reason: 'payment_overdue' }).text).toMatch(/Pay it first/)
})

it('passes on who may change the plan, and how many members need a seat', () => {
  const text = 'This organization has 4 members.'
  expect(words({ state: 'refused', reason: 'seats_in_use', text })).toEqual({ tone: 'bad', text })
})
