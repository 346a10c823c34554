import { expect, test } from 'vitest'
import { optionsFrom } from './options.ts'

test('nothing set means port 12111, memory only and no endpoint', () => {
  expect(optionsFrom({})).toEqual({ port: 12_111, dunningEnd: 'cancel' })
})

test('the endpoint, its secrets and its types come from the environment', () => {
  const options = optionsFrom({
    STRIPE_LOCAL_PORT: '13100',
    STRIPE_LOCAL_WEBHOOK_URL: 'http://127.0.0.1:3000/webhooks/stripe',
    STRIPE_LOCAL_WEBHOOK_EVENTS: 'invoice.paid, customer.created',
    STRIPE_LOCAL_DELIVERY: '{"duplicates":1}',
  })
  expect(options).toMatchObject({
    port: 13_100,
    webhook: { secret: 'whsec_local', events: ['invoice.paid', 'customer.created'] },
  })
})

test('every fault of the environment is named at once', () => {
  expect(() => optionsFrom({ STRIPE_LOCAL_PORT: 'x', STRIPE_LOCAL_DELIVERY: '{' })).toThrow(
    /STRIPE_LOCAL_PORT[\s\S]*STRIPE_LOCAL_DELIVERY/,
  )
})

test('the rules of the account come from the environment, and one that is none is refused by name', () => {
  expect(optionsFrom({ STRIPE_LOCAL_RULES: '{"overdue":"any"}' }).rules).toMatchObject({
    overdue: 'any',
    writeOff: 'active',
  })
  expect(() => optionsFrom({ STRIPE_LOCAL_RULES: '{"overdu":"any"}' })).toThrow(/overdu/)
})
