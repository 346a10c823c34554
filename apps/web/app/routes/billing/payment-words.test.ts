import type { PaymentLine } from '@paidup/billing'
import { expect, it } from 'vitest'
import { paymentWords } from './payment-words.ts'

const words = (changes: Partial<PaymentLine>) =>
  paymentWords({
    businessKey: 'invoice:in_1:paid',
    kind: 'invoice_paid',
    amount: 1900,
    currency: 'usd',
    occurredAt: new Date('2026-11-30T10:00:00Z'),
    hostedInvoiceUrl: 'https://invoice.example/i/1',
    invoicePdf: null,
    isSettled: true,
    ...changes,
  })

it('shows what was paid, also in a currency without decimals', () => {
  expect(words({})).toEqual({ what: 'Paid', tone: 'good', amount: '$19', payUrl: null })
  expect(words({ amount: 80, currency: 'jpy' }).amount).toBe('¥80')
})

it.each(['invoice_payment_failed', 'invoice_payment_action_required'] as const)(
  'leads to where an open invoice can be paid, and no longer once it is settled: %s',
  (kind) => {
    expect(words({ kind, isSettled: false }).payUrl).toBe('https://invoice.example/i/1')
    expect(words({ kind, isSettled: true })).toMatchObject({
      payUrl: null,
      tone: 'neutral',
      what: expect.stringMatching(/settled since$/) as string,
    })
  },
)

it('asks for no payment where none is to be made, settled or not', () => {
  for (const kind of ['invoice_paid', 'purchase_payment_failed', 'refund', 'dispute_opened'] as const)
    expect(words({ kind, isSettled: false }).payUrl).toBeNull()
})

it('shows money that went back with a minus', () => {
  expect(words({ kind: 'refund' }).amount).toBe('−$19')
  expect(words({ kind: 'dispute_lost' }).amount).toBe('−$19')
  expect(words({ kind: 'dispute_opened' }).amount).toBe('$19')
})
