import { expect, it } from 'vitest'
import { UnexpectedShape } from '../errors.ts'
import { fixture } from '../testing/fixtures.ts'
import { disputeFrom } from './dispute.ts'
import { refundedChargeFrom, refundFrom } from './refund.ts'

const refund = (changes: object) => fixture('refund.created', { object: changes }).data.object
const dispute = (changes: object) => fixture('charge.dispute.created', { object: changes }).data.object

it.each([
  ['pending', false],
  ['requires_action', false],
  ['succeeded', false],
  [null, false],
  ['failed', true],
  ['canceled', true],
])('knows of a refund that is %s whether it failed: %s', (status, isFailed) => {
  expect(refundFrom(refund({ status })).isFailed).toBe(isFailed)
})

it('goes by the charge where a refund or a dispute has no payment intent', () => {
  const old = { payment_intent: null, charge: 'ch_old' }
  expect(refundFrom(refund(old)).stripePaymentId).toBe('ch_old')
  expect(disputeFrom(dispute(old)).stripePaymentId).toBe('ch_old')
  const charge = fixture('charge.refunded', { object: { payment_intent: null } }).data.object
  expect(refundedChargeFrom(charge)).toMatchObject({
    stripePaymentId: 'ch_3Pd0fixture',
    amountRefunded: 1900,
  })
})

it('knows a refund that gives back no payment, such as one of a cash balance', () => {
  expect(refundFrom(refund({ payment_intent: null, charge: null })).stripePaymentId).toBeNull()
})

it('can do nothing with a dispute of nothing', () => {
  expect(() => disputeFrom(dispute({ payment_intent: null, charge: null }))).toThrow(UnexpectedShape)
})

it.each([
  ['warning_needs_response', 'inquired'],
  ['warning_under_review', 'inquired'],
  ['warning_closed', 'inquired'],
  ['prevented', 'inquired'],
  ['needs_response', 'opened'],
  ['under_review', 'opened'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['appeal_needs_response', 'lost'],
  ['appeal_under_review', 'lost'],
  ['charge_refunded', 'inquired'],
])('takes a dispute that is %s for %s', (status, phase) => {
  expect(disputeFrom(dispute({ status })).phase).toBe(phase)
})
