import { change, create, emit } from '../core/events.ts'
import type { CustomerRow, TaxIdRow } from '../core/rows.ts'
import { clockOf, schedule, unschedule } from '../core/timers.ts'
import type { World } from '../core/world.ts'
import { taxIdFrom, type TaxIdWishes } from '../objects/tax-id.ts'

/** Test values that are decided, with what is found; any other stays `pending` here, for nobody is asked. */
const DECIDED: Record<string, Partial<NonNullable<TaxIdRow['verification']>>> = {
  '000000000': { status: 'verified', verified_name: 'TEST', verified_address: '123 TEST STREET' },
  '111111111': { status: 'unverified' },
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
