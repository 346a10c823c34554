import { invalidRequest, noSuch, noSuchReference, StripeError } from '../core/errors.ts'
import { create } from '../core/events.ts'
import type { PaymentMethodRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { behaviourOfAccount, behaviours, type Card, cardByNumber, cardByToken } from '../objects/cards.ts'
import { accountMethodFrom, cardMethodFrom, type MethodWishes } from '../objects/payment-method.ts'

const invalidNumber = (message: string, code: string, param: string) =>
  new StripeError(402, { type: 'card_error', message, code, param })

/**
 * Stores a payment method (unattached) and how its bank will answer: as its number says, or as `behaviour`
 * does for a debit. Emits nothing, like Stripe.
 */
export function createMethod(world: World, wanted: MethodWishes, behaviour?: string): PaymentMethodRow {
  if (wanted.type === 'card') return createCard(world, wanted)
  const account = wanted.sepa_debit?.iban ?? wanted.us_bank_account?.account_number ?? '000123456789'
  const row = accountMethodFrom(world, wanted, account)
  world.store.put('local.instrument', { id: row.id, behaviour: behaviour ?? behaviourOfAccount(account) })
  return world.store.put('payment_method', row)
}

function createCard(world: World, wanted: MethodWishes): PaymentMethodRow {
  const given = wanted.card ?? {}
  const found = given.token === undefined ? cardByNumber(given.number ?? '') : cardByToken(given.token)
  if (!found) throw invalidNumber('Your card number is incorrect.', 'incorrect_number', 'number')
  const year = given.exp_year ?? new Date(world.clock.nowMs()).getUTCFullYear() + 4
  const month = given.exp_month ?? 12
  if (month < 1 || month > 12)
    throw invalidNumber("Your card's expiration month is invalid.", 'invalid_expiry_month', 'exp_month')
  if (Date.UTC(year < 100 ? 2000 + year : year, month) <= world.clock.nowMs()) {
    throw invalidNumber("Your card's expiration year is invalid.", 'invalid_expiry_year', 'exp_year')
  }
  return storeCard(world, found, wanted, month, year < 100 ? 2000 + year : year)
}

function storeCard(
  world: World,
  found: Card,
  wanted: Pick<MethodWishes, 'billing_details' | 'metadata'>,
  month: number,
  year: number,
): PaymentMethodRow {
  const row = cardMethodFrom(world, found, wanted, month, year)
  world.store.put('local.instrument', { id: row.id, behaviour: found.behaviour })
  return world.store.put('payment_method', row)
}

/** The stored method, or a fresh one for a name such as `pm_card_visa`. */
export function methodOf(world: World, id: string, param?: string): PaymentMethodRow {
  const row = world.store.get('payment_method', id)
  if (row) return row
  const card = id.startsWith('pm_card_') || id.startsWith('tok_') ? cardByToken(id) : undefined
  if (card) return storeCard(world, card, {}, 12, new Date(world.clock.nowMs()).getUTCFullYear() + 4)
  if (id === 'pm_usBankAccount_success' || id === 'pm_usBankAccount')
    return createMethod(world, { type: 'us_bank_account' })
  throw param === undefined
    ? noSuch('PaymentMethod', id, 'payment_method')
    : noSuchReference('PaymentMethod', id, param)
}

/** How the bank behind a method answers. */
export function behaviourOf(world: World, methodId: string | null | undefined) {
  const name = world.store.get('local.instrument', methodId)?.behaviour ?? 'pays'
  return behaviours[name] ?? { kind: 'pays' as const }
}

/** Attaches a method to a customer; a card that its bank refuses outright is declined, as at Stripe. */
export function attach(world: World, methodId: string, customer: string): PaymentMethodRow {
  const row = methodOf(world, methodId)
  if (row.customer === customer) return row
  if (row.customer !== null) {
    throw invalidRequest(
      'The payment method you provided has already been attached to a customer.',
      'payment_method',
      'payment_method_already_attached',
    )
  }
  const bank = behaviourOf(world, row.id)
  if (bank.kind === 'declines' && !bank.attaches) {
    throw new StripeError(402, {
      type: 'card_error',
      message: bank.message,
      code: bank.code,
      decline_code: bank.declineCode,
    })
  }
  const attached = { ...row, customer, created: Math.max(row.created, timeFor(world, customer)) }
  return create(world, 'payment_method', attached, 'payment_method.attached')
}
