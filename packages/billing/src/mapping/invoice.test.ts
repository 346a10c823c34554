import { describe, expect, it } from 'vitest'
import { fixture } from '../testing/fixtures.ts'
import { invoiceFrom } from './invoice.ts'

const invoice = (changes: object = {}) => fixture('invoice.paid', { object: changes }).data.object

describe('invoiceFrom', () => {
  it('reads what it is for and what paid it from where they are since Basil', () => {
    const payments = { data: [{ payment: { type: 'payment_intent', payment_intent: 'pi_1' } }] }
    expect(invoiceFrom(invoice({ payments }))).toMatchObject({
      stripeSubscriptionId: 'sub_1Pd0fixture',
      orgId: 'org_fixture',
      stripePaymentIds: ['pi_1'],
    })
  })

  it('reads them from where they were before', () => {
    const old = {
      parent: undefined,
      subscription: 'sub_old',
      subscription_details: { metadata: { org_id: 'org_old' } },
      payment_intent: { id: 'pi_old', object: 'payment_intent' },
    }
    expect(invoiceFrom(invoice(old))).toMatchObject({
      stripeSubscriptionId: 'sub_old',
      orgId: 'org_old',
      stripePaymentIds: ['pi_old'],
    })
  })

  it('is of no payment when it was paid outside Stripe', () => {
    expect(invoiceFrom(invoice({ paid_out_of_band: true })).stripePaymentIds).toEqual([])
  })
})
