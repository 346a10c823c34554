import { z } from 'zod'
import { create } from '../core/events.ts'
import type { LooseRow } from '../core/rows.ts'
import { route } from '../http/route.ts'
import { simpleRoutes } from './simple.ts'

const loose = z.record(z.string(), z.unknown())

/** Cards that a platform issues: enough of them for their events. */
export const issuingRoutes = [
  ...simpleRoutes({
    path: '/v1/issuing/cardholders',
    table: 'issuing.cardholder',
    prefix: 'ich',
    build: (_world, given) => ({ status: given.status ?? 'active', type: given.type ?? 'individual' }),
    created: ['issuing_cardholder.created'],
    updated: ['issuing_cardholder.updated'],
  }),
  ...simpleRoutes({
    path: '/v1/issuing/cards',
    table: 'issuing.card',
    prefix: 'ic',
    build: (_world, given) => ({
      brand: 'Visa',
      exp_month: 12,
      exp_year: 2034,
      last4: '4242',
      status: given.status ?? 'inactive',
    }),
    created: ['issuing_card.created'],
    updated: ['issuing_card.updated'],
  }),
  route('POST', '/v1/issuing/cards/:id/test/authorizations', loose, ({ world, params: given, path }) => {
    const row: LooseRow = {
      id: world.ids.next('iauth'),
      object: 'issuing.authorization',
      amount: Number(given.held_amount),
      approved: false,
      card: path(),
      created: world.clock.now(),
      currency: given.held_currency ?? 'usd',
      livemode: false,
      status: 'pending',
    }
    return create(world, 'issuing.authorization', row, 'issuing_authorization.request')
  }),
  route(
    'POST',
    '/v1/test_helpers/issuing/transactions/create_force_capture',
    loose,
    ({ world, params: given }) => {
      const row: LooseRow = {
        id: world.ids.next('ipi'),
        object: 'issuing.transaction',
        amount: -Number(given.amount),
        card: given.card,
        created: world.clock.now(),
        currency: given.currency ?? 'usd',
        livemode: false,
        metadata: {},
        purchase_details: given.purchase_details ?? null,
        type: 'capture',
      }
      const receipt =
        given.purchase_details === undefined ? [] : ['issuing_transaction.purchase_details_receipt_updated']
      return create(world, 'issuing.transaction', row, 'issuing_transaction.created', ...receipt)
    },
  ),
  ...simpleRoutes({
    path: '/v1/issuing/transactions',
    table: 'issuing.transaction',
    prefix: 'ipi',
    build: () => ({}),
    created: [],
    updated: ['issuing_transaction.updated'],
  }),
]
