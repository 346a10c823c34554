import type { TaxIdRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'

export type TaxIdWishes = { type: string; value: string }

/** Types whose value is looked up with a government, a little later (docs.stripe.com/billing/customer/tax-ids). */
const VERIFIED = ['au_abn', 'eu_vat', 'gb_vat']

/** Where a tax ID is from: its type says so, and a European one says it itself (Greece as EL). */
function countryOf({ type, value }: TaxIdWishes): string | null {
  const [prefix = ''] = type.split('_')
  const code = (prefix === 'eu' ? value : prefix).slice(0, 2).toUpperCase()
  if (type === 'eu_oss_vat' || !/^[A-Z]{2}$/.test(code)) return null
  return code === 'EL' ? 'GR' : code
}

/** A new tax ID; not yet stored. */
export function taxIdFrom(world: World, { type, value }: TaxIdWishes, owner: TaxIdRow['owner']): TaxIdRow {
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

/** Oldest first. */
export const taxIdsOf = (world: World, customer: string): TaxIdRow[] =>
  world.store.all('tax_id').filter((row) => row.customer === customer)

/** As they stand on a customer's invoices. */
export const shownTaxIds = (world: World, customer: string): { type: string; value: string }[] =>
  taxIdsOf(world, customer).map(({ type, value }) => ({ type, value }))
