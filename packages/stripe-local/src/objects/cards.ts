/** How the bank answers when an instrument is charged. */
export type Behaviour =
  | { kind: 'pays'; refunds?: 'fail' | 'pend'; available?: boolean }
  | { kind: 'declines'; code: string; declineCode: string; message: string; attaches: boolean }
  | { kind: 'asks'; then: 'pays' | 'declines'; once?: boolean }
  | { kind: 'disputes'; reason: string; isInquiry?: boolean }
  | { kind: 'delays'; then: 'pays' | 'fails'; seconds: number }

export type Card = { brand: string; last4: string; funding: string; behaviour: string }

const declines = (code: string, declineCode: string, message: string, attaches = false): Behaviour => ({
  kind: 'declines',
  code,
  declineCode,
  message,
  attaches,
})
const DECLINED = 'Your card was declined.'

export const behaviours: Record<string, Behaviour> = {
  pays: { kind: 'pays' },
  pays_available: { kind: 'pays', available: true },
  refund_fails: { kind: 'pays', refunds: 'fail' },
  refund_pends: { kind: 'pays', refunds: 'pend' },
  declined: declines('card_declined', 'generic_decline', DECLINED),
  insufficient_funds: declines('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: declines('card_declined', 'lost_card', DECLINED),
  stolen_card: declines('card_declined', 'stolen_card', DECLINED),
  expired_card: declines('expired_card', 'expired_card', 'Your card has expired.'),
  incorrect_cvc: declines('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."),
  processing_error: declines(
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  declines_later: declines('card_declined', 'generic_decline', DECLINED, true),
  asks: { kind: 'asks', then: 'pays' },
  asks_once: { kind: 'asks', then: 'pays', once: true },
  asks_then_declines: { kind: 'asks', then: 'declines' },
  disputed: { kind: 'disputes', reason: 'fraudulent' },
  inquiry: { kind: 'disputes', reason: 'general', isInquiry: true },
  not_received: { kind: 'disputes', reason: 'product_not_received' },
  delayed_success: { kind: 'delays', then: 'pays', seconds: 86_400 },
  delayed_failure: { kind: 'delays', then: 'fails', seconds: 86_400 },
  // Stripe's test accounts: most are decided at once, those that end in 4 and 5 after three minutes.
  soon_success: { kind: 'delays', then: 'pays', seconds: 0 },
  soon_failure: { kind: 'delays', then: 'fails', seconds: 0 },
  later_success: { kind: 'delays', then: 'pays', seconds: 180 },
  later_failure: { kind: 'delays', then: 'fails', seconds: 180 },
}

/** Stripe's published test numbers: behaviour, brand, and the `pm_card_…`/`tok_…` names. */
const numbers: Record<string, [behaviour: string, brand: string, ...names: string[]]> = {
  '4242424242424242': ['pays', 'visa', 'visa'],
  '4000056655665556': ['pays', 'visa', 'visa_debit'],
  '5555555555554444': ['pays', 'mastercard', 'mastercard'],
  '378282246310005': ['pays', 'amex', 'amex'],
  '6011111111111117': ['pays', 'discover', 'discover'],
  '4000000000000077': ['pays_available', 'visa', 'bypassPending'],
  '4000000000005126': ['refund_fails', 'visa', 'refundFail'],
  '4000000000007726': ['refund_pends', 'visa', 'pendingRefund'],
  '4000000000000002': ['declined', 'visa', 'chargeDeclined', 'visa_chargeDeclined'],
  '4000000000009995': [
    'insufficient_funds',
    'visa',
    'chargeDeclinedInsufficientFunds',
    'visa_chargeDeclinedInsufficientFunds',
  ],
  '4000000000009987': ['lost_card', 'visa', 'visa_chargeDeclinedLostCard'],
  '4000000000009979': ['stolen_card', 'visa', 'visa_chargeDeclinedStolenCard'],
  '4000000000000069': ['expired_card', 'visa', 'chargeDeclinedExpiredCard'],
  '4000000000000127': ['incorrect_cvc', 'visa', 'chargeDeclinedIncorrectCvc'],
  '4000000000000119': ['processing_error', 'visa', 'chargeDeclinedProcessingError'],
  '4000000000000341': ['declines_later', 'visa', 'chargeCustomerFail'],
  '4000000000003220': ['asks', 'visa', 'threeDSecure2Required', 'threeDSecureRequired'],
  '4000002500003155': ['asks_once', 'visa', 'authenticationRequiredOnSetup'],
  '4000002760003184': ['asks', 'visa', 'authenticationRequired'],
  '4000008400001629': ['asks_then_declines', 'visa', 'threeDSecureRequiredChargeDeclined'],
  '4000000000000259': ['disputed', 'visa', 'createDispute'],
  '4000000000001976': ['inquiry', 'visa', 'createDisputeInquiry'],
  '4000000000002685': ['not_received', 'visa', 'createDisputeProductNotReceived'],
}

/** How a bank account answers: by the IBAN or account number of Stripe's test table. */
export function behaviourOfAccount(account: string): string {
  if (/(3202|1116|0002)$/.test(account) || account.startsWith('IT60X')) return 'soon_failure'
  if (/3204$/.test(account)) return 'later_success'
  return /3205$/.test(account) ? 'later_failure' : 'soon_success'
}

const cardFrom = (number: string, [behaviour, brand, name]: [string, string, ...string[]]): Card => ({
  brand,
  last4: number.slice(-4),
  funding: name === 'visa_debit' ? 'debit' : 'credit',
  behaviour,
})

const byName = new Map(
  Object.entries(numbers).flatMap(([number, entry]) =>
    entry.slice(2).map((name) => [name, cardFrom(number, entry)]),
  ),
)

/** The test card with this number (spaces allowed), or undefined when it fails the Luhn check. */
export function cardByNumber(typed: string): Card | undefined {
  const number = typed.replaceAll(/[\s-]/g, '')
  const entry = numbers[number]
  if (entry) return cardFrom(number, entry)
  return isLuhn(number) ? cardFrom(number, ['pays', 'visa']) : undefined
}

/** The test card behind `pm_card_visa`, `tok_visa` and their like. */
export const cardByToken = (token: string): Card | undefined =>
  byName.get(token.replace(/^(pm_card_|tok_)/, ''))

function isLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = number
    .split('')
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
