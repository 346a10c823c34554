import { mergeMetadata } from '../core/fields.ts'
import type { Metadata, PaymentMethodRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import type { Card } from './cards.ts'

/** What a payment method is made of; its number or account says how its bank answers. */
export type MethodWishes = {
  type: string
  billing_details?:
    | {
        email?: string | null | undefined
        name?: string | null | undefined
        phone?: string | null | undefined
      }
    | undefined
  card?:
    | {
        number?: string | undefined
        exp_month?: number | undefined
        exp_year?: number | undefined
        cvc?: string | undefined
        token?: string | undefined
      }
    | undefined
  sepa_debit?: { iban: string } | undefined
  us_bank_account?: { account_number?: string | undefined; routing_number?: string | undefined } | undefined
  metadata?: Metadata | '' | undefined
}
type Common = Pick<MethodWishes, 'billing_details' | 'metadata'>

/** A new card; not yet stored. */
export function cardMethodFrom(
  world: World,
  found: Card,
  wanted: Common,
  month: number,
  year: number,
): PaymentMethodRow {
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
  return row
}

/** A new method that is no card, with the number of its account; not yet stored. */
export function accountMethodFrom(world: World, wanted: MethodWishes, account: string): PaymentMethodRow {
  const row = methodFrom(world, wanted.type, wanted)
  const last4 = account.slice(-4)
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
  return row
}

function methodFrom(world: World, type: string, wanted: Common): PaymentMethodRow {
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
