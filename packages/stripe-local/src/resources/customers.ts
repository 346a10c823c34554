import type { z } from 'zod'
import { cancelNow } from '../billing/cancel.ts'
import { grantDiscount } from '../billing/discounts.ts'
import { attach } from '../billing/payment-methods.ts'
import { addTaxId } from '../billing/tax-ids.ts'
import { noSuch, noSuchReference } from '../core/errors.ts'
import { change, create, emit } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { CustomerRow } from '../core/rows.ts'
import { timeOf, type World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { accepted, hash, listOf, listParams, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { clearable, clearableUpTo, int, text } from '../http/values.ts'
import { customerFrom, customerOf } from '../objects/customer.ts'
import { taxIdsOf } from '../objects/tax-id.ts'
import { taxIdShape } from './tax-id-params.ts'

const address = hash({
  city: clearable.optional(),
  country: clearable.optional(),
  line1: clearable.optional(),
  line2: clearable.optional(),
  postal_code: clearable.optional(),
  state: clearable.optional(),
})
const invoiceSettings = hash({
  default_payment_method: clearable.optional(),
  footer: clearable.optional(),
  ...accepted('custom_fields', 'rendering_options'),
})
const common = {
  address: address.optional(),
  balance: int.optional(),
  description: clearable.optional(),
  email: clearableUpTo(512).optional(),
  invoice_settings: invoiceSettings.optional(),
  metadata: metadata.optional(),
  name: clearableUpTo(256).optional(),
  phone: clearableUpTo(20).optional(),
  coupon: clearable.optional(),
  preferred_locales: listOf(text).optional(),
  ...accepted('business_name', 'cash_balance', 'individual_name', 'invoice_prefix', 'next_invoice_sequence'),
  ...accepted('shipping', 'source', 'tax', 'tax_exempt', 'validate'),
}
const createParams = params({
  ...common,
  payment_method: text.optional(),
  test_clock: text.optional(),
  tax_id_data: listOf(hash(taxIdShape)).optional(),
})
const updateParams = params({ ...common, ...accepted('default_source') })

const fields = ['balance', 'description', 'email', 'name', 'phone', 'preferred_locales'] as const

function createCustomer({ world, params: wanted }: Call<z.infer<typeof createParams>>): CustomerRow {
  const clock = wanted.test_clock ?? null
  if (clock !== null && !world.store.find(clock)) throw noSuchReference('test clock', clock, 'test_clock')
  const row = {
    ...customerFrom(world, { metadata: mergeMetadata({}, wanted.metadata) }, clock),
    ...patchFrom(wanted),
  }
  create(world, 'customer', { ...row, created: timeOf(world, row) }, 'customer.created')
  for (const taxId of wanted.tax_id_data ?? []) addTaxId(world, customerOf(world, row.id), taxId)
  if (wanted.coupon != null) redeem(world, customerOf(world, row.id), wanted.coupon)
  if (wanted.payment_method === undefined) return customerOf(world, row.id)
  const method = attach(world, wanted.payment_method, row.id)
  const named = wanted.invoice_settings?.default_payment_method
  const settings = {
    ...row.invoice_settings,
    default_payment_method: named === wanted.payment_method ? method.id : (named ?? null),
  }
  return change(world, 'customer', customerOf(world, row.id), { invoice_settings: settings }) as CustomerRow
}

function patchFrom(wanted: z.infer<typeof updateParams>): Partial<CustomerRow> {
  return {
    ...pick(wanted, ...fields),
    ...(wanted.address ? { address: { ...noAddress, ...wanted.address } } : {}),
  }
}

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

/** A coupon named on the customer: redeemed, exchanged, or (empty) taken away. */
function redeem(world: World, row: CustomerRow, coupon: string | null | undefined): CustomerRow {
  if (coupon === undefined) return row
  const held = row.discount
  if (coupon === null) {
    if (held) emit(world, 'customer.discount.deleted', held)
    return world.store.put('customer', { ...row, discount: null }) as CustomerRow
  }
  if (held) {
    const exchanged = change(
      world,
      'discount',
      held,
      { source: { coupon, type: 'coupon' } },
      'customer.discount.updated',
    )
    return world.store.put('customer', { ...row, discount: exchanged }) as CustomerRow
  }
  return world.store.put('customer', {
    ...row,
    discount: grantDiscount(world, { coupon }, { customer: row.id }),
  }) as CustomerRow
}

function updateCustomer({ world, params: wanted, path }: Call<z.infer<typeof updateParams>>): CustomerRow {
  redeem(world, customerOf(world, path()), wanted.coupon)
  const row = customerOf(world, path())
  const method = wanted.invoice_settings?.default_payment_method
  if (method != null && world.store.get('payment_method', method)?.customer !== row.id) {
    throw noSuchReference('PaymentMethod', method, 'invoice_settings[default_payment_method]')
  }
  return change(
    world,
    'customer',
    row,
    {
      ...patchFrom(wanted),
      metadata: mergeMetadata(row.metadata, wanted.metadata),
      invoice_settings: {
        ...row.invoice_settings,
        ...pick(wanted.invoice_settings ?? {}, 'default_payment_method', 'footer'),
      },
    },
    'customer.updated',
  ) as CustomerRow
}

function deleteCustomer({ world, path }: Call<unknown>): object {
  const row = customerOf(world, path())
  const gone = { id: row.id, object: 'customer', deleted: true } as const
  for (const subscription of world.store.all('subscription')) {
    if (subscription.customer === row.id && subscription.ended_at === null) cancelNow(world, subscription)
  }
  for (const taxId of taxIdsOf(world, row.id)) world.store.remove('tax_id', taxId.id)
  emit(world, 'customer.deleted', row)
  world.store.put('customer', gone)
  return gone
}

function dropDiscount({ world, path }: Call<unknown>): object {
  const row = customerOf(world, path())
  if (!row.discount) throw noSuch('discount', row.id)
  redeem(world, row, null)
  return { id: row.discount.id, object: 'discount', customer: row.id, deleted: true }
}

export const customerRoutes = [
  route('POST', '/v1/customers', createParams, createCustomer),
  route(
    'GET',
    '/v1/customers',
    listParams({ email: text.optional(), test_clock: text.optional() }),
    ({ world, params: wanted, url }) => {
      const rows = world.store.all('customer').filter((row): row is CustomerRow => !row.deleted)
      const seen = rows.filter(
        (row) =>
          (wanted.email === undefined || row.email === wanted.email) &&
          (wanted.test_clock === undefined ? row.test_clock == null : row.test_clock === wanted.test_clock),
      )
      return page(url, seen, wanted)
    },
  ),
  route('GET', '/v1/customers/:id', params({}), ({ world, path }) => {
    const row = world.store.get('customer', path())
    if (!row) throw noSuch('customer', path())
    return row
  }),
  route('POST', '/v1/customers/:id', updateParams, updateCustomer),
  route('DELETE', '/v1/customers/:id/discount', params({}), dropDiscount),
  route('DELETE', '/v1/customers/:id', params({}), deleteCustomer),
]
