import { change, create, emit } from '../core/events.ts'
import type { CustomerRow, TaxIdRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { clockOf, schedule, unschedule } from './timers.ts'

export type TaxIdWishes = { type: string; value: string }

/** Types whose value is looked up with a government, a little later (docs.stripe.com/billing/customer/tax-ids). */
const VERIFIED = ['au_abn', 'eu_vat', 'gb_vat']
/** Test values that are decided, with what is found; any other stays `pending` here, for nobody is asked. */
const DECIDED: Record<string, Partial<NonNullable<TaxIdRow['verification']>>> = {
  '000000000': { status: 'verified', verified_name: 'TEST', verified_address: '123 TEST STREET' },
  '111111111': { status: 'unverified' },
}

/** Where a tax ID is from: its type says so, and a European one says it itself (Greece as EL). */
function countryOf({ type, value }: TaxIdWishes): string | null {
  const [prefix = ''] = type.split('_')
  const code = (prefix === 'eu' ? value : prefix).slice(0, 2).toUpperCase()
  if (type === 'eu_oss_vat' || !/^[A-Z]{2}$/.test(code)) return null
  return code === 'EL' ? 'GR' : code
}

function taxIdFrom(world: World, { type, value }: TaxIdWishes, owner: TaxIdRow['owner']): TaxIdRow {
  const customer = owner?.customer ?? null
  const status = VERIFIED.includes(type) ? 'pending' : 'unavailable'
  return {
    id: world.ids.next('txi'),
    object: 'tax_id',
    country: countryOf({ type, value }),
    created: timeFor(world, customer),
    customer,
    customer_account: null,
    livemode: false,
    owner,
    type,
    value,
    verification: customer === null ? null : { status, verified_address: null, verified_name: null },
  }
}

/** Adds a tax ID to a customer and tells of it; what its government says comes as an update of its own. */
export function addTaxId(world: World, customer: CustomerRow, wanted: TaxIdWishes): TaxIdRow {
  const owner = { type: 'customer', customer: customer.id, customer_account: null }
  const row = create(world, 'tax_id', taxIdFrom(world, wanted, owner), 'customer.tax_id.created')
  if (row.verification?.status === 'pending' && decisionOn(row))
    schedule(world, 'tax_id.verify', row.id, row.created, clockOf(world, customer.id))
  return row
}

/** Adds a tax ID to the account itself, or to an account connected to it. Only those of customers have events. */
export function addAccountTaxId(world: World, wanted: TaxIdWishes, account?: string): TaxIdRow {
  const owner =
    account === undefined
      ? { type: 'self', customer_account: null }
      : { type: 'account', account, customer_account: null }
  return world.store.put('tax_id', taxIdFrom(world, wanted, owner))
}

const decisionOn = ({ value }: TaxIdRow) => DECIDED[value.replace(/\D/g, '')]

/** Tells what a government says of a tax ID. */
export function verifyTaxId(world: World, row: TaxIdRow): void {
  const verification = { verified_address: null, verified_name: null, status: 'pending', ...decisionOn(row) }
  change(world, 'tax_id', row, { verification }, 'customer.tax_id.updated')
}

export function dropTaxId(world: World, row: TaxIdRow): void {
  unschedule(world, 'tax_id.verify', row.id)
  world.store.remove('tax_id', row.id)
  if (row.customer !== null) emit(world, 'customer.tax_id.deleted', row)
}

/** Oldest first. */
export const taxIdsOf = (world: World, customer: string): TaxIdRow[] =>
  world.store.all('tax_id').filter((row) => row.customer === customer)

/** As they stand on a customer's invoices. */
export const shownTaxIds = (world: World, customer: string): { type: string; value: string }[] =>
  taxIdsOf(world, customer).map(({ type, value }) => ({ type, value }))
