import { describe, expect, it } from 'vitest'
import { subscriptionCheckoutState } from './checkout-state.ts'
import type { EntitlementRow } from '../sql/parts/entitlement-row.ts'

const NOW = new Date('2026-06-10T12:00:00Z')
const subscription = (status: string, product = 'pro'): EntitlementRow => ({
  stripeSubscriptionId: 'sub_1',
  product,
  status,
  quantity: 1,
  interval: 'month',
  currentPeriodEnd: new Date('2026-07-10T12:00:00Z'),
  trialEnd: null,
  cancelAt: null,
  cancelAtPeriodEnd: false,
  dispute: null,
  overdueSince: null,
})
const paid = { status: 'complete', paymentStatus: 'paid', isPaymentFailed: false }
const unpaid = { ...paid, paymentStatus: 'unpaid' }
const open = { ...unpaid, status: 'open' }

describe('subscriptionCheckoutState', () => {
  it('is finalizing until the session is complete and its subscription grants access', () => {
    expect(subscriptionCheckoutState(open, null, NOW)).toBe('finalizing')
    expect(subscriptionCheckoutState(open, subscription('active'), NOW)).toBe('finalizing')
    expect(subscriptionCheckoutState(paid, null, NOW)).toBe('finalizing')
    expect(subscriptionCheckoutState(paid, subscription('incomplete'), NOW)).toBe('finalizing')
  })

  it('is ready when the subscription grants access', () => {
    expect(subscriptionCheckoutState(paid, subscription('active'), NOW)).toBe('ready')
    expect(
      subscriptionCheckoutState(
        { ...paid, paymentStatus: 'no_payment_required' },
        subscription('trialing'),
        NOW,
      ),
    ).toBe('ready')
  })

  it('waits for a payment that takes days', () => {
    expect(subscriptionCheckoutState(unpaid, null, NOW)).toBe('awaiting_payment')
    expect(subscriptionCheckoutState(unpaid, subscription('incomplete'), NOW)).toBe('awaiting_payment')
  })

  it.each(['incomplete_expired', 'canceled', 'unpaid'])(
    'has failed when the subscription is %s',
    (status) => {
      expect(subscriptionCheckoutState(paid, subscription(status), NOW)).toBe('failed')
    },
  )

  it('waits for a delayed payment though the subscription runs meanwhile', () => {
    expect(subscriptionCheckoutState(unpaid, subscription('active'), NOW)).toBe('awaiting_payment')
  })

  it.each([
    ['past_due', 'failed'],
    ['incomplete', 'failed'],
    ['active', 'ready'],
  ])(
    'has failed with the delayed payment unless the invoice was paid in another way: %s is %s',
    (status, state) => {
      const refused = { ...unpaid, isPaymentFailed: true }
      expect(subscriptionCheckoutState(refused, subscription(status), NOW)).toBe(state)
    },
  )

  it('has expired with the session', () => {
    expect(subscriptionCheckoutState({ ...unpaid, status: 'expired' }, null, NOW)).toBe('expired')
  })

  it('does not claim to be ready for a price that nobody knows', () => {
    expect(subscriptionCheckoutState(paid, subscription('active', 'unknown'), NOW)).toBe('finalizing')
  })
})
