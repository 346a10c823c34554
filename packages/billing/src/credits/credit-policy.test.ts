import { describe, expect, it } from 'vitest'
import { fixture } from '../testing/fixtures.ts'
import { invoiceFrom } from '../mapping/invoice.ts'
import { creditsOfInvoice } from './credit-policy.ts'

type Line = Record<string, unknown>
const invoice = (changes: object = {}) => fixture('invoice.paid', { object: changes }).data.object
const [line] = (invoice() as unknown as { lines: { data: [Line] } }).lines.data
const credits = (...changes: object[]) =>
  creditsOfInvoice(
    invoiceFrom(invoice({ lines: { data: changes.map((change) => ({ ...line, ...change })) } })),
  )
const sold = (product: string, price: unknown = 'price_x') => ({
  pricing: { price_details: { price, product } },
})
const year = { period: { start: 1767225600, end: 1798761600 } }

describe('the credits of an invoice', () => {
  it.each([
    ['a month of Pro', sold('paidup_pro'), 100],
    ['a year of Pro', { ...sold('paidup_pro'), ...year }, 1200],
    ['three seats of Team', { ...sold('paidup_team'), quantity: 3 }, 150],
    ['Pro at a quantity that means nothing', { ...sold('paidup_pro'), quantity: 5 }, 100],
    ['a price by its lookup key', sold('prod_any', { lookup_key: 'pro_monthly', product: 'prod_any' }), 100],
    ['a price that is not ours', sold('prod_any', { lookup_key: null, product: 'prod_any' }), 0],
    ['a price of before Basil', { pricing: null, price: { lookup_key: 'pro_yearly' }, ...year }, 1200],
    ['a trial', { ...sold('paidup_pro'), amount: 0 }, 0],
    ['time that is given back', { ...sold('paidup_pro'), amount: -900 }, 0],
    ['a change within the period', { parent: { subscription_item_details: { proration: true } } }, 0],
    [
      'a change within the period that is told as an item of the invoice',
      { parent: { invoice_item_details: { proration: true } }, ...sold('paidup_team') },
      0,
    ],
    ['something that was added to the invoice', { parent: { invoice_item_details: {} } }, 0],
    ['something beside the subscription', { parent: {}, subscription: null }, 0],
  ])('are for %s', (_what, change, expected) => {
    expect(credits(change)).toBe(expected)
  })

  it('are the sum of its lines', () => {
    expect(credits(sold('paidup_pro'), { ...sold('paidup_team'), quantity: 2 })).toBe(200)
  })

  it('are not known where not all lines are there', () => {
    expect(creditsOfInvoice(invoiceFrom(invoice({ lines: { data: [line], has_more: true } })))).toBeNull()
  })

  it('are not known where a line has the id of a price alone, whatever the other lines say', () => {
    expect(credits(sold('paidup_pro'), sold('prod_any'))).toBeNull()
  })
})
