import { afterEach, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop, subscribe, typesOf } from '../testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ webhook: undefined })
})
afterEach(() => shop.close())

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

test('a tax ID of a customer is added, read, listed and dropped, each change with its event', async () => {
  const { customers } = shop.stripe
  const { id } = await customers.create({})
  const made = await customers.createTaxId(id, { type: 'eu_vat', value: 'DE123456789' })
  expect(made).toMatchObject({
    object: 'tax_id',
    country: 'DE',
    customer: id,
    livemode: false,
    owner: { type: 'customer', customer: id },
    type: 'eu_vat',
    value: 'DE123456789',
    verification: { status: 'pending', verified_address: null, verified_name: null },
  })
  expect(made.id).toMatch(/^txi_/)
  expect(await customers.retrieveTaxId(id, made.id)).toEqual(expect.objectContaining({ id: made.id }))
  expect(await shop.stripe.taxIds.retrieve(made.id)).toMatchObject({ customer: id })
  const gone = { id: made.id, object: 'tax_id', deleted: true }
  expect(await customers.deleteTaxId(id, made.id)).toMatchObject(gone)
  expect((await customers.listTaxIds(id)).data).toEqual([])
  const missing = { statusCode: 404, code: 'resource_missing' }
  await expect(customers.retrieveTaxId(id, made.id)).rejects.toMatchObject(missing)
  await expect(shop.stripe.taxIds.del(made.id)).rejects.toMatchObject(missing)
  expect(await typesOf(shop.stripe, 'customer.tax_id')).toEqual([
    'customer.tax_id.created',
    'customer.tax_id.deleted',
  ])
  const [told] = (await shop.stripe.events.list({ type: 'customer.tax_id.created' })).data
  expect(told?.data.object).toMatchObject({ id: made.id, value: 'DE123456789' })
})

// docs.stripe.com/api/tax_ids/list: "The account or customer the tax ID belongs to. Defaults to owner[type]=self."
test('the list of all tax IDs is the account’s own, or that of the owner who is named', async () => {
  const { customers, taxIds } = shop.stripe
  expect(await taxIds.list()).toMatchObject({ object: 'list', data: [], has_more: false, url: '/v1/tax_ids' })

  const [ada, bob] = [await customers.create({}), await customers.create({})]
  const ofAda = await customers.createTaxId(ada.id, { type: 'gb_vat', value: 'GB123456789' })
  const owner = { type: 'customer', customer: bob.id } as const
  const ofBob = await taxIds.create({ type: 'us_ein', value: '12-3456789', owner })
  const own = await taxIds.create({ type: 'eu_vat', value: 'EL123456789' })
  expect(own).toMatchObject({ country: 'GR', customer: null, owner: { type: 'self' }, verification: null })
  expect(ofBob).toMatchObject({ country: 'US', customer: bob.id, verification: { status: 'unavailable' } })

  expect(idsOf((await taxIds.list()).data)).toEqual([own.id])
  expect(idsOf((await taxIds.list({ owner: { type: 'self' } })).data)).toEqual([own.id])
  expect(idsOf((await taxIds.list({ owner })).data)).toEqual([ofBob.id])
  expect(idsOf((await customers.listTaxIds(ada.id)).data)).toEqual([ofAda.id])
  await expect(customers.retrieveTaxId(bob.id, ofAda.id)).rejects.toMatchObject({ statusCode: 404 })

  const refused: [object, string][] = [
    [{ type: 'customer' }, 'owner[customer]'],
    [{ type: 'account' }, 'owner[account]'],
    [{ type: 'self', customer: ada.id }, 'owner[customer]'],
    [{ type: 'customer', customer: 'cus_none' }, 'owner[customer]'],
    [{ type: 'stranger' }, 'owner[type]'],
  ]
  for (const [wrong, param] of refused) {
    const call = taxIds.list({ owner: wrong as { type: 'self' } })
    await expect(call).rejects.toMatchObject({ statusCode: 400, param })
  }
  await taxIds.del(own.id)
  // Only those of customers are told of.
  expect(await typesOf(shop.stripe, 'customer.tax_id')).toHaveLength(2)
})

test('a backfill pages through them, newest first', async () => {
  const { id } = await shop.stripe.customers.create({})
  const made: string[] = []
  for (let n = 0; n < 5; n++) {
    const value = `DE10000000${n}`
    made.unshift((await shop.stripe.customers.createTaxId(id, { type: 'eu_vat', value })).id)
  }
  const owner = { type: 'customer', customer: id } as const
  for (const list of [
    (paging: object) => shop.stripe.customers.listTaxIds(id, paging),
    (paging: object) => shop.stripe.taxIds.list({ owner, ...paging }),
  ]) {
    expect(await list({ limit: 2 })).toMatchObject({
      has_more: true,
      data: [{ id: made[0] }, { id: made[1] }],
    })
    expect(idsOf((await list({ limit: 2, starting_after: made[1] })).data)).toEqual(made.slice(2, 4))
    const all: string[] = []
    for await (const row of list({ limit: 2 })) all.push(row.id)
    expect(all).toEqual(made)
  }
})

// docs.stripe.com/billing/customer/tax-ids: the test values 000000000, 111111111 and 222222222.
test('what a government says of a tax ID comes as an update', async () => {
  const { customers } = shop.stripe
  const { id } = await customers.create({})
  const statusOf = async (value: string) => {
    const made = await customers.createTaxId(id, { type: 'eu_vat', value })
    expect(made.verification?.status).toBe('pending')
    return (await customers.retrieveTaxId(id, made.id)).verification?.status
  }
  expect(await statusOf('DE000000000')).toBe('verified')
  expect(await statusOf('DE111111111')).toBe('unverified')
  expect(await statusOf('DE222222222')).toBe('pending')
  const updates = (await shop.stripe.events.list({ type: 'customer.tax_id.updated' })).data
  expect(updates).toHaveLength(2)
  expect(updates.at(-1)?.data).toMatchObject({
    object: { verification: { status: 'verified', verified_name: 'TEST' } },
    previous_attributes: { verification: { status: 'pending', verified_name: null } },
  })
})

test('a new customer brings its tax IDs, invoices show them, and they go when it goes', async () => {
  const { customers, invoices, taxIds } = shop.stripe
  const tax_id_data = [{ type: 'eu_vat', value: 'ATU12345678' } as const]
  const { id } = await customers.create({ tax_id_data })
  const whole = await customers.retrieve(id, { expand: ['tax_ids'] })
  expect(whole).toMatchObject({
    tax_ids: { object: 'list', data: [{ country: 'AT', value: 'ATU12345678' }] },
  })
  const invoice = await invoices.create({ customer: id })
  expect(invoice.customer_tax_ids).toEqual([{ type: 'eu_vat', value: 'ATU12345678' }])
  const [first] = (await customers.listTaxIds(id)).data
  await customers.deleteTaxId(id, first?.id ?? '')
  expect((await invoices.finalizeInvoice(invoice.id)).customer_tax_ids).toEqual([])

  await customers.del(id)
  await expect(customers.listTaxIds(id)).rejects.toMatchObject({ statusCode: 404 })
  const owner = { type: 'customer', customer: id } as const
  await expect(taxIds.list({ owner })).rejects.toMatchObject({ statusCode: 400, param: 'owner[customer]' })
  const { customer } = await subscribe(shop.stripe)
  const wrong = customers.createTaxId(customer.id, { type: 'xx_none', value: '1' })
  await expect(wrong).rejects.toMatchObject({ statusCode: 400, param: 'type' })
})
