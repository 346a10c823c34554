import type { z } from 'zod'
import { attach, createMethod, methodOf } from '../billing/payment-methods.ts'
import { invalidRequest, noSuchReference } from '../core/errors.ts'
import { change } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { PaymentMethodRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { accepted, listParams, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { text } from '../http/values.ts'
import { createParams, updateParams } from './payment-method-params.ts'

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
