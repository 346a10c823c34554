import { describe, expect, it } from 'vitest'
import { checkoutStateFrom } from './checkout-progress.ts'
import type { EntitlementRow } from './entitlement.ts'

const NOW = new Date('2026-06-10T12:00:00Z')
const subscription = (status: string, plan = 'pro'): EntitlementRow => ({
  stripeSubscriptionId: 'sub_1',
  plan,
  status,
  quantity: 1,
  interval: 'month',
  currentPeriodEnd: new Date('2026-07-10T12:00:00Z'),
  trialEnd: null,
  cancelAt: null,
  cancelAtPeriodEnd: false,
})
const paid = { status: 'complete', paymentStatus: 'paid' }
const unpaid = { status: 'complete', paymentStatus: 'unpaid' }

describe('checkoutStateFrom', () => {
  it('is finalizing until the session is complete and its subscription grants access', () => {
    expect(checkoutStateFrom({ status: 'open', paymentStatus: 'unpaid' }, null, NOW)).toBe('finalizing')
    expect(checkoutStateFrom({ status: 'open', paymentStatus: 'unpaid' }, subscription('active'), NOW)).toBe(
      'finalizing',
    )
    expect(checkoutStateFrom(paid, null, NOW)).toBe('finalizing')
    expect(checkoutStateFrom(paid, subscription('incomplete'), NOW)).toBe('finalizing')
  })

  it('is ready when the subscription grants access', () => {
    expect(checkoutStateFrom(paid, subscription('active'), NOW)).toBe('ready')
    expect(
      checkoutStateFrom({ ...paid, paymentStatus: 'no_payment_required' }, subscription('trialing'), NOW),
    ).toBe('ready')
  })

  it('waits for a payment that takes days', () => {
    expect(checkoutStateFrom(unpaid, null, NOW)).toBe('awaiting_payment')
    expect(checkoutStateFrom(unpaid, subscription('incomplete'), NOW)).toBe('awaiting_payment')
  })

  it.each(['incomplete_expired', 'canceled', 'unpaid'])(
    'has failed when the subscription is %s',
    (status) => {
      expect(checkoutStateFrom(paid, subscription(status), NOW)).toBe('failed')
    },
  )

  it('has expired with the session', () => {
    expect(checkoutStateFrom({ status: 'expired', paymentStatus: 'unpaid' }, null, NOW)).toBe('expired')
  })

  it('does not claim to be ready for a price that nobody knows', () => {
    expect(checkoutStateFrom(paid, subscription('active', 'unknown'), NOW)).toBe('finalizing')
  })
})
