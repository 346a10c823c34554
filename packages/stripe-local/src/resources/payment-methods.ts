import type { z } from 'zod'
import { behaviourOfAccount, behaviours, cardByNumber, cardByToken, type Card } from '../billing/cards.ts'
import { invalidRequest, noSuch, noSuchReference, StripeError } from '../core/errors.ts'
import { change, create } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { PaymentMethodRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { accepted, listParams, params, text } from '../http/params.ts'
import { route, type Call } from '../http/route.ts'
import { createParams, updateParams, type MethodWishes } from './payment-method-params.ts'

const invalidNumber = (message: string, code: string, param: string) =>
  new StripeError(402, { type: 'card_error', message, code, param })

/**
 * Stores a payment method (unattached) and how its bank will answer: as its number says, or as `behaviour`
 * does for a debit. Emits nothing, like Stripe.
 */
export function createMethod(world: World, wanted: MethodWishes, behaviour?: string): PaymentMethodRow {
  if (wanted.type === 'card') return createCard(world, wanted)
  const row = methodFrom(world, wanted.type, wanted)
  const account = wanted.sepa_debit?.iban ?? wanted.us_bank_account?.account_number ?? '000123456789'
  const last4 = account.slice(-4)
  world.store.put('local.instrument', { id: row.id, behaviour: behaviour ?? behaviourOfAccount(account) })
  if (wanted.type === 'sepa_debit') {
    row.sepa_debit = {
      bank_code: '37040044',
      branch_code: '',
      country: 'DE',
      fingerprint: row.id.slice(-16),
      generated_from: null,
      last4,
    }
  }
  if (wanted.type === 'us_bank_account') {
    row.us_bank_account = {
      account_holder_type: 'individual',
      account_type: 'checking',
      bank_name: 'STRIPE TEST BANK',
      financial_connections_account: null,
      fingerprint: row.id.slice(-16),
      last4,
      networks: { preferred: 'ach', supported: ['ach'] },
      routing_number: wanted.us_bank_account?.routing_number ?? '110000000',
      status_details: {},
    }
  }
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
) {
  const row = methodFrom(world, 'card', wanted)
  row.card = {
    brand: found.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: found.brand,
    exp_month: month,
    exp_year: year,
    fingerprint: `local${found.brand}${found.last4}`.padEnd(16, '0').slice(0, 16),
    funding: found.funding,
    generated_from: null,
    last4: found.last4,
    networks: { available: [found.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
  world.store.put('local.instrument', { id: row.id, behaviour: found.behaviour })
  return world.store.put('payment_method', row)
}

function methodFrom(
  world: World,
  type: string,
  wanted: Pick<MethodWishes, 'billing_details' | 'metadata'>,
): PaymentMethodRow {
  return {
    id: world.ids.next('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: wanted.billing_details?.email ?? null,
      name: wanted.billing_details?.name ?? null,
      phone: wanted.billing_details?.phone ?? null,
      tax_id: null,
    },
    created: world.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, wanted.metadata),
    type,
  }
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

function detach({ world, path }: Call<unknown>): PaymentMethodRow {
  const row = methodOf(world, path())
  if (row.customer === null)
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      'payment_method',
    )
  const customer = world.store.get('customer', row.customer)
  if (customer && !customer.deleted && customer.invoice_settings.default_payment_method === row.id) {
    world.store.put('customer', {
      ...customer,
      invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
    })
  }
  return change(world, 'payment_method', row, { customer: null }, 'payment_method.detached')
}

function updateMethod({ world, params: wanted, path }: Call<z.infer<typeof updateParams>>): PaymentMethodRow {
  const row = methodOf(world, path())
  if (row.customer === null)
    throw invalidRequest(
      'You must save this PaymentMethod to a customer before you can update it.',
      'payment_method',
    )
  return change(
    world,
    'payment_method',
    row,
    {
      billing_details: {
        ...row.billing_details,
        ...pick(wanted.billing_details ?? {}, 'email', 'name', 'phone'),
      },
      metadata: mergeMetadata(row.metadata, wanted.metadata),
      ...(row.card ? { card: { ...row.card, ...pick(wanted.card ?? {}, 'exp_month', 'exp_year') } } : {}),
    },
    'payment_method.updated',
  )
}

const ofCustomer = (world: World, customer: string | undefined, type: string | undefined) =>
  world.store
    .all('payment_method')
    .filter(
      (row) =>
        row.customer !== null &&
        (customer ?? row.customer) === row.customer &&
        (type ?? row.type) === row.type,
    )

export const paymentMethodRoutes = [
  route('POST', '/v1/payment_methods', createParams, ({ world, params: wanted }) =>
    createMethod(world, wanted),
  ),
  route(
    'GET',
    '/v1/payment_methods',
    listParams({ customer: text.optional(), type: text.optional() }),
    ({ world, params: wanted, url }) => page(url, ofCustomer(world, wanted.customer, wanted.type), wanted),
  ),
  route('GET', '/v1/payment_methods/:id', params({}), ({ world, path }) => methodOf(world, path())),
  route('POST', '/v1/payment_methods/:id', updateParams, updateMethod),
  route(
    'POST',
    '/v1/payment_methods/:id/attach',
    params({ customer: text }),
    ({ world, params: wanted, path }) => {
      const customer = world.store.get('customer', wanted.customer)
      if (!customer || customer.deleted) throw noSuchReference('customer', wanted.customer, 'customer')
      return attach(world, path(), wanted.customer)
    },
  ),
  route('POST', '/v1/payment_methods/:id/detach', params({}), detach),
  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    listParams({ type: text.optional(), ...accepted('allow_redisplay') }),
    ({ world, params: wanted, path, url }) => page(url, ofCustomer(world, path(), wanted.type), wanted),
  ),
  route('GET', '/v1/customers/:id/payment_methods/:method', params({}), ({ world, path }) =>
    methodOf(world, path('method')),
  ),
]
