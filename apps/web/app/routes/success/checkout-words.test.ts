import { expect, it } from 'vitest'
import { checkoutWords, type Bought, type CheckoutView } from './checkout-words.ts'

const pro: Bought = { kind: 'subscription', name: 'Pro' }
const lifetime: Bought = { kind: 'lifetime', name: 'Lifetime' }
const credits: Bought = { kind: 'credits', name: '100 credits' }
const said = (view: CheckoutView, bought?: Bought) => Object.values(checkoutWords(view, bought)).join(' ')

it.each(['finalizing', 'timed_out', 'awaiting_payment'] as const)(
  'claims neither a plan nor the lack of one while it is %s',
  (view) => {
    for (const bought of [undefined, pro, lifetime, credits])
      expect(said(view, bought)).not.toMatch(/\bfree\b|\bactive\b|is yours|are here|failed|declined|error/i)
  },
)

it('asks nobody to pay twice when the answer is late', () => {
  expect(said('timed_out')).toContain('need not pay again')
})

it('says that nothing was charged when the checkout expired', () => {
  expect(said('expired', pro)).toContain('Nothing was charged')
})

it('names the plan once it is known', () => {
  expect(checkoutWords('ready', { kind: 'subscription', name: 'Team' }).title).toBe('Team is yours')
  expect(checkoutWords('ready', undefined).title).toBe('Your plan is yours')
})

it('speaks of no subscription where a plan was paid once', () => {
  expect(checkoutWords('ready', lifetime)).toMatchObject({
    title: 'Lifetime is yours',
    text: expect.stringMatching(/for good/) as string,
  })
  expect(said('failed', lifetime)).not.toMatch(/subscription/)
})

it.each(['finalizing', 'timed_out', 'ready', 'awaiting_payment', 'failed'] as const)(
  'speaks of credits and not of a plan where credits were bought: %s',
  (view) => {
    expect(said(view, credits)).toMatch(/credits/)
    expect(said(view, credits)).not.toMatch(/\bplan\b/)
  },
)
