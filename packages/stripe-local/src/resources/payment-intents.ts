import type { z } from 'zod'
import { intentSettled } from '../billing/collect.ts'
import { createIntent } from '../billing/intents.ts'
import { attach, createMethod, methodOf } from '../billing/payment-methods.ts'
import { confirmIntent, declinedError } from '../billing/payments.ts'
import { invalidRequest, noSuch } from '../core/errors.ts'
import { change } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { PaymentIntentRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { accepted, listParams, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { text } from '../http/values.ts'
import { referToCustomer } from '../objects/customer.ts'
import { captureParams, confirmParams, createParams, updateParams } from './payment-intent-params.ts'

type ConfirmWishes = z.infer<typeof confirmParams>

function intentById(world: World, id: string): PaymentIntentRow {
  const row = world.store.get('payment_intent', id)
  if (!row) throw noSuch('payment_intent', id, 'intent')
  return row
}

function unexpected(row: PaymentIntentRow, verb: string): never {
  throw invalidRequest(
    `You cannot ${verb} this PaymentIntent because it has a status of ${row.status}.`,
    undefined,
    'payment_intent_unexpected_state',
  )
}

function create({ world, params: wanted }: Call<z.infer<typeof createParams>>): PaymentIntentRow {
  if (wanted.amount < 1)
    throw invalidRequest(
      'This value must be greater than or equal to 1.',
      'amount',
      'parameter_invalid_integer',
    )
  const customer = wanted.customer ?? null
  if (customer !== null) referToCustomer(world, customer)
  const made = createIntent(world, {
    amount: wanted.amount,
    currency: wanted.currency.toLowerCase(),
    customer,
    description: wanted.description,
    metadata: mergeMetadata({}, wanted.metadata),
    payment_method_types: wanted.payment_method_types,
    setup_future_usage: wanted.setup_future_usage,
    capture_method:
      wanted.capture_method ?? (wanted.automatic_payment_methods?.enabled ? 'automatic_async' : 'automatic'),
    receipt_email: wanted.receipt_email,
    automatic: wanted.automatic_payment_methods?.enabled ?? wanted.payment_method_types === undefined,
  })
  if (wanted.confirm) return confirm(world, made, wanted)
  if (wanted.payment_method === undefined) return made
  const method = methodOf(world, wanted.payment_method, 'payment_method').id
  return world.store.put('payment_intent', {
    ...made,
    payment_method: method,
    status: 'requires_confirmation',
  })
}

/** Confirms and lets invoice and session follow; a decline is the API's 402, as the state keeps it. */
function confirm(world: World, row: PaymentIntentRow, wanted: ConfirmWishes): PaymentIntentRow {
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(row.status))
    unexpected(row, 'confirm')
  const given = wanted.payment_method_data
    ? createMethod(world, wanted.payment_method_data).id
    : wanted.payment_method
  const method = given ?? row.payment_method
  if (method === null) {
    throw invalidRequest(
      'You cannot confirm this PaymentIntent because it’s missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
      undefined,
      'payment_intent_unexpected_state',
    )
  }
  const done = confirmIntent(world, row, method, {
    offSession: wanted.off_session ?? false,
    returnUrl: wanted.return_url ?? null,
  })
  intentSettled(world, done)
  if (done.status === 'requires_payment_method') throw declinedError(done)
  if (done.setup_future_usage !== null && done.customer !== null && done.payment_method !== null)
    attach(world, done.payment_method, done.customer)
  return intentById(world, row.id)
}

function capture({
  world,
  params: wanted,
  path,
}: Call<{ amount_to_capture?: number | undefined }>): PaymentIntentRow {
  const row = intentById(world, path())
  if (row.status !== 'requires_capture') unexpected(row, 'capture')
  const amount = wanted.amount_to_capture ?? row.amount
  const made = world.store.get('charge', row.latest_charge)
  if (made)
    change(
      world,
      'charge',
      made,
      { captured: true, amount_captured: amount, balance_transaction: world.ids.next('txn') },
      'charge.captured',
    )
  const captured = change(
    world,
    'payment_intent',
    row,
    { status: 'succeeded', amount_received: amount, amount_capturable: 0 },
    'payment_intent.succeeded',
  )
  intentSettled(world, captured)
  return captured
}

function cancel({
  world,
  params: wanted,
  path,
}: Call<{ cancellation_reason?: string | undefined }>): PaymentIntentRow {
  const row = intentById(world, path())
  if (row.status === 'succeeded' || row.status === 'canceled') unexpected(row, 'cancel')
  const patch = {
    status: 'canceled',
    canceled_at: timeFor(world, row.customer),
    cancellation_reason: wanted.cancellation_reason ?? null,
    amount_capturable: 0,
  }
  return change(world, 'payment_intent', row, patch, 'payment_intent.canceled')
}

export const paymentIntentRoutes = [
  route('POST', '/v1/payment_intents', createParams, create),
  route(
    'GET',
    '/v1/payment_intents',
    listParams({ customer: text.optional(), ...accepted('customer_account') }),
    ({ world, params: wanted, url }) =>
      page(
        url,
        world.store.all('payment_intent').filter((row) => (wanted.customer ?? row.customer) === row.customer),
        wanted,
      ),
  ),
  route('GET', '/v1/payment_intents/:id', params({ client_secret: text.optional() }), ({ world, path }) =>
    intentById(world, path()),
  ),
  route('POST', '/v1/payment_intents/:id', updateParams, ({ world, params: wanted, path }) => {
    const row = intentById(world, path())
    const patch = pick(
      wanted,
      'amount',
      'currency',
      'customer',
      'description',
      'receipt_email',
      'setup_future_usage',
    )
    const method =
      wanted.payment_method === undefined
        ? {}
        : {
            payment_method: methodOf(world, wanted.payment_method, 'payment_method').id,
            status: 'requires_confirmation',
          }
    return change(world, 'payment_intent', row, {
      ...patch,
      ...method,
      metadata: mergeMetadata(row.metadata, wanted.metadata),
    })
  }),
  route('POST', '/v1/payment_intents/:id/confirm', confirmParams, ({ world, params: wanted, path }) =>
    confirm(world, intentById(world, path()), wanted),
  ),
  route('POST', '/v1/payment_intents/:id/capture', captureParams, capture),
  route('POST', '/v1/payment_intents/:id/cancel', params({ cancellation_reason: text.optional() }), cancel),
]
