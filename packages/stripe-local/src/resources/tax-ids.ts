import type { z } from 'zod'
import { addAccountTaxId, addTaxId, dropTaxId } from '../billing/tax-ids.ts'
import { invalidRequest, missingParam, noSuch } from '../core/errors.ts'
import type { TaxIdRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { hash, listParams, params } from '../http/params.ts'
import { route } from '../http/route.ts'
import { choice, text } from '../http/values.ts'
import { customerOf, referToCustomer } from '../objects/customer.ts'
import { taxIdsOf } from '../objects/tax-id.ts'
import { taxIdShape } from './tax-id-params.ts'

const owner = hash({
  type: choice('account', 'application', 'customer', 'self'),
  account: text.optional(),
  customer: text.optional(),
  customer_account: text.optional(),
}).optional()
type Owner = NonNullable<z.infer<typeof owner>>

function taxIdById(world: World, id: string): TaxIdRow {
  const row = world.store.get('tax_id', id)
  if (!row) throw noSuch('tax_id', id)
  return row
}

/** Of this customer: another's is as if it were not there. */
function taxIdOf(world: World, customer: string, id: string): TaxIdRow {
  const row = taxIdById(world, id)
  if (row.customer !== customerOf(world, customer).id) throw noSuch('tax_id', id)
  return row
}

/** Whose tax IDs are meant: without a word, the account's own. Throws 400 for an owner that is not named whole. */
function ownerFrom(world: World, wanted: Owner | undefined): Owner {
  const named: Owner = wanted ?? { type: 'self' }
  if (named.customer_account !== undefined)
    throw invalidRequest(
      'Accounts as customers are not emulated: give owner[customer].',
      'owner[customer_account]',
    )
  for (const type of ['account', 'customer'] as const) {
    if (named.type === type && named[type] === undefined) throw missingParam(`owner[${type}]`)
    if (named.type !== type && named[type] !== undefined)
      throw invalidRequest(`owner[${type}] can only be given when owner[type] is ${type}.`, `owner[${type}]`)
  }
  if (named.customer !== undefined) referToCustomer(world, named.customer, 'owner[customer]')
  return named
}

const isOwnedBy = ({ type, account, customer }: Owner, { owner: of }: TaxIdRow): boolean =>
  of?.type === type && of.account === account && of.customer === customer

function drop(world: World, row: TaxIdRow): object {
  dropTaxId(world, row)
  return { id: row.id, object: 'tax_id', deleted: true }
}

const createParams = params({ ...taxIdShape, owner })

export const taxIdRoutes = [
  route('POST', '/v1/tax_ids', createParams, ({ world, params: { owner: of, ...wanted } }) => {
    const { type, customer, account } = ownerFrom(world, of)
    if (type === 'application')
      throw invalidRequest('Only an application can add tax IDs of its own.', 'owner[type]')
    return customer === undefined
      ? addAccountTaxId(world, wanted, account)
      : addTaxId(world, customerOf(world, customer), wanted)
  }),
  route('GET', '/v1/tax_ids', listParams({ owner }), ({ world, params: wanted, url }) => {
    const of = ownerFrom(world, wanted.owner)
    return page(
      url,
      world.store.all('tax_id').filter((row) => isOwnedBy(of, row)),
      wanted,
    )
  }),
  route('GET', '/v1/tax_ids/:id', params({}), ({ world, path }) => taxIdById(world, path())),
  route('DELETE', '/v1/tax_ids/:id', params({}), ({ world, path }) => drop(world, taxIdById(world, path()))),

  route('POST', '/v1/customers/:customer/tax_ids', params(taxIdShape), ({ world, params: wanted, path }) =>
    addTaxId(world, customerOf(world, path('customer')), wanted),
  ),
  route('GET', '/v1/customers/:customer/tax_ids', listParams({}), ({ world, params: wanted, path, url }) =>
    page(url, taxIdsOf(world, customerOf(world, path('customer')).id), wanted),
  ),
  route('GET', '/v1/customers/:customer/tax_ids/:id', params({}), ({ world, path }) =>
    taxIdOf(world, path('customer'), path()),
  ),
  route('DELETE', '/v1/customers/:customer/tax_ids/:id', params({}), ({ world, path }) =>
    drop(world, taxIdOf(world, path('customer'), path())),
  ),
]
