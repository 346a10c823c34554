import type { z } from 'zod'
import { refundCharge } from '../billing/refunds.ts'
import { invalidRequest, noSuch, noSuchReference } from '../core/errors.ts'
import { change } from '../core/events.ts'
import { mergeMetadata } from '../core/fields.ts'
import type { RefundRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { accepted, listParams, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { choice, int, text } from '../http/values.ts'

const createParams = params({
  amount: int.optional(),
  charge: text.optional(),
  payment_intent: text.optional(),
  reason: choice('duplicate', 'fraudulent', 'requested_by_customer').optional(),
  metadata: metadata.optional(),
  ...accepted(
    'currency',
    'customer',
    'instructions_email',
    'origin',
    'refund_application_fee',
    'reverse_transfer',
  ),
})

function refundOf(world: World, id: string): RefundRow {
  const row = world.store.get('refund', id)
  if (!row) throw noSuch('refund', id)
  return row
}

function create({ world, params: wanted }: Call<z.infer<typeof createParams>>): RefundRow {
  if (wanted.charge === undefined && wanted.payment_intent === undefined) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
      undefined,
      'parameter_missing',
    )
  }
  const intent = world.store.get('payment_intent', wanted.payment_intent)
  if (wanted.payment_intent !== undefined && !intent)
    throw noSuchReference('payment_intent', wanted.payment_intent, 'payment_intent')
  const id = wanted.charge ?? intent?.latest_charge ?? ''
  const charge = world.store.get('charge', id)
  if (!charge) {
    if (intent)
      throw invalidRequest(
        `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
        'payment_intent',
      )
    throw noSuchReference('charge', id, 'charge')
  }
  return refundCharge(world, charge, {
    amount: wanted.amount,
    reason: wanted.reason,
    metadata: mergeMetadata({}, wanted.metadata),
  })
}

export const refundRoutes = [
  route('POST', '/v1/refunds', createParams, create),
  route(
    'GET',
    '/v1/refunds',
    listParams({ charge: text.optional(), payment_intent: text.optional() }),
    ({ world, params: wanted, url }) => {
      const seen = world.store
        .all('refund')
        .filter(
          (row) =>
            (wanted.charge ?? row.charge) === row.charge &&
            (wanted.payment_intent ?? row.payment_intent) === row.payment_intent,
        )
      return page(url, seen, wanted)
    },
  ),
  route('GET', '/v1/refunds/:id', params({}), ({ world, path }) => refundOf(world, path())),
  route(
    'POST',
    '/v1/refunds/:id',
    params({ metadata: metadata.optional() }),
    ({ world, params: wanted, path }) => {
      const row = refundOf(world, path())
      return change(
        world,
        'refund',
        row,
        { metadata: mergeMetadata(row.metadata, wanted.metadata) },
        'refund.updated',
        'charge.refund.updated',
      )
    },
  ),
]
