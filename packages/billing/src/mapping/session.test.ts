import { describe, expect, it } from 'vitest'
import { fixture } from '../testing/fixtures.ts'
import { sessionFrom } from './session.ts'

const session = (changes: object = {}) =>
  fixture('checkout.session.completed', { object: changes }).data.object
const checkoutFrom = (object: object) => sessionFrom(object).checkout
const purchaseFrom = (object: object) => sessionFrom({ ...object, mode: 'payment' }).purchase

describe('checkoutFrom', () => {
  it('prefers the org that we wrote into the metadata over client_reference_id', () => {
    expect(checkoutFrom(session({ client_reference_id: 'org_of_the_url' })).orgId).toBe('org_fixture')
    expect(checkoutFrom(session({ metadata: {}, client_reference_id: 'org_of_the_url' })).orgId).toBe(
      'org_of_the_url',
    )
    expect(checkoutFrom(session({ metadata: null, client_reference_id: null })).orgId).toBeNull()
  })

  it('tells whether the org is more than what a URL said', () => {
    expect(checkoutFrom(session()).isOrgCertain).toBe(true)
    expect(checkoutFrom(session({ metadata: {} })).isOrgCertain).toBe(false)
  })
})

describe('purchaseFrom', () => {
  const told = (plan: string, quantity?: string) =>
    session({ metadata: { plan, ...(quantity && { quantity }) } })
  const item = (lookup_key: string | null, quantity = 1) => ({ quantity, price: { lookup_key } })
  const sold = (...data: object[]) => session({ metadata: {}, line_items: { data } })

  it.each([
    ['what its metadata say', told('credits_100', '3'), 'credits_100', 3],
    ['one where no number is said', told('lifetime'), 'lifetime', 1],
    ['one where the number is none', told('credits_100', '-5'), 'credits_100', 1],
    ['nothing known where the metadata say another word', told('spring_campaign', '3'), 'unknown', 1],
    ['what its line items have', sold(item('credits_100', 2)), 'credits_100', 2],
    ['the first that is ours', sold(item(null), { price: null }, item('lifetime')), 'lifetime', 1],
    ['nothing known where nothing is ours', sold(item('of_another')), 'unknown', 1],
  ])('has sold %s', (_what, object, product, quantity) => {
    expect(purchaseFrom(object)).toMatchObject({ product, quantity })
  })

  it.each([
    ['paid', true],
    ['no_payment_required', true],
    ['unpaid', false],
  ])('is paid when it is %s: %s', (payment_status, isPaid) => {
    expect(purchaseFrom(session({ payment_status }))?.isPaid).toBe(isPaid)
  })
  it.each([
    ['subscribes', { mode: 'subscription' }],
    ['is open', { mode: 'payment', status: 'open' }],
    ['has expired', { mode: 'payment', status: 'expired' }],
  ])('is none of a session that %s', (_what, changes) => {
    expect(sessionFrom(session(changes)).purchase).toBeNull()
  })
})
