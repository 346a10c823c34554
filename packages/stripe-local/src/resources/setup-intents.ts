import type { z } from 'zod'
import { createMethod } from '../billing/payment-methods.ts'
import { confirmSetup, createSetup } from '../billing/setup.ts'
import { invalidRequest, noSuch } from '../core/errors.ts'
import { change } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { SetupIntentRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { accepted, hash, listOf, listParams, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { clearableUpTo, flag, text } from '../http/values.ts'
import { methodShape } from './payment-method-params.ts'

const shared = {
  customer: text.optional(),
  description: clearableUpTo(1000).optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  payment_method_data: hash(methodShape).optional(),
  payment_method_types: listOf(text).optional(),
  ...accepted(
    'allowed_payment_method_types',
    'attach_to_self',
    'customer_account',
    'excluded_payment_method_types',
    'flow_directions',
  ),
  ...accepted('on_behalf_of', 'payment_method_configuration', 'payment_method_options'),
}
const confirmOnly = accepted('confirmation_token', 'mandate_data', 'return_url', 'use_stripe_sdk')
const createParams = params({
  ...shared,
  ...confirmOnly,
  confirm: flag.optional(),
  usage: text.optional(),
  ...accepted('automatic_payment_methods', 'single_use'),
})
const confirmParams = params({
  ...confirmOnly,
  payment_method: text.optional(),
  payment_method_data: hash(methodShape).optional(),
  ...accepted('allowed_payment_method_types', 'payment_method_options'),
})

function setupOf(world: World, id: string): SetupIntentRow {
  const row = world.store.get('setup_intent', id)
  if (!row) throw noSuch('setupintent', id, 'intent')
  return row
}

function create({ world, params: wanted }: Call<z.infer<typeof createParams>>): SetupIntentRow {
  const row = createSetup(world, {
    customer: wanted.customer ?? null,
    description: wanted.description,
    metadata: mergeMetadata({}, wanted.metadata),
    usage: wanted.usage,
  })
  return wanted.confirm ? confirm(world, row, wanted) : row
}

function confirm(world: World, row: SetupIntentRow, wanted: z.infer<typeof confirmParams>): SetupIntentRow {
  const given = wanted.payment_method_data
    ? createMethod(world, wanted.payment_method_data).id
    : wanted.payment_method
  const method = given ?? row.payment_method
  if (method === null) {
    throw invalidRequest(
      'You cannot confirm this SetupIntent because it’s missing a payment method.',
      undefined,
      'setup_intent_unexpected_state',
    )
  }
  return confirmSetup(world, row, method)
}

export const setupIntentRoutes = [
  route('POST', '/v1/setup_intents', createParams, create),
  route(
    'GET',
    '/v1/setup_intents',
    listParams({
      customer: text.optional(),
      payment_method: text.optional(),
      ...accepted('attach_to_self', 'customer_account'),
    }),
    ({ world, params: wanted, url }) =>
      page(
        url,
        world.store.all('setup_intent').filter((row) => (wanted.customer ?? row.customer) === row.customer),
        wanted,
      ),
  ),
  route('GET', '/v1/setup_intents/:id', params({ client_secret: text.optional() }), ({ world, path }) =>
    setupOf(world, path()),
  ),
  route('POST', '/v1/setup_intents/:id', params(shared), ({ world, params: wanted, path }) => {
    const row = setupOf(world, path())
    return change(world, 'setup_intent', row, {
      ...pick(wanted, 'customer', 'description', 'payment_method'),
      metadata: mergeMetadata(row.metadata, wanted.metadata),
    })
  }),
  route('POST', '/v1/setup_intents/:id/confirm', confirmParams, ({ world, params: wanted, path }) =>
    confirm(world, setupOf(world, path()), wanted),
  ),
  route(
    'POST',
    '/v1/setup_intents/:id/cancel',
    params({ cancellation_reason: text.optional() }),
    ({ world, params: wanted, path }) =>
      change(
        world,
        'setup_intent',
        setupOf(world, path()),
        { status: 'canceled', cancellation_reason: wanted.cancellation_reason ?? null, next_action: null },
        'setup_intent.canceled',
      ),
  ),
]
