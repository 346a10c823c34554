import { z } from 'zod'
import { listFrom } from '../core/fields.ts'
import { route } from '../http/route.ts'
import { simpleRoutes } from './simple.ts'

/** Money that moves outside of a shop's checkout: accounts, transfers, payouts, top-ups. */
const loose = z.record(z.string(), z.unknown())

export const connectRoutes = [
  route('GET', '/v1/account', loose, () => ({
    id: 'acct_local',
    object: 'account',
    business_profile: { name: 'Local Stripe' },
    charges_enabled: true,
    country: 'US',
    default_currency: 'usd',
    details_submitted: true,
    payouts_enabled: true,
    settings: { dashboard: { display_name: 'Local Stripe', timezone: 'Etc/UTC' } },
    type: 'standard',
  })),
  route('GET', '/v1/balance', loose, ({ world }) => {
    const paid = world.store.all('charge').filter((row) => row.paid && row.captured)
    const amount = paid.reduce((sum, row) => sum + row.amount_captured - row.amount_refunded, 0)
    return {
      object: 'balance',
      available: [{ amount, currency: 'usd', source_types: { card: amount } }],
      livemode: false,
      pending: [],
    }
  }),
  ...simpleRoutes({
    path: '/v1/accounts',
    table: 'account',
    prefix: 'acct',
    build: (_world, given) => ({
      charges_enabled: true,
      country: given.country ?? 'US',
      default_currency: 'usd',
      details_submitted: true,
      payouts_enabled: true,
      type: given.type ?? 'standard',
    }),
    created: [],
    updated: ['account.updated'],
    deleted: ['account.application.deauthorized'],
  }),
  ...simpleRoutes({
    path: '/v1/transfers',
    table: 'transfer',
    prefix: 'tr',
    build: () => ({ amount_reversed: 0, reversed: false, source_transaction: null }),
    created: ['transfer.created'],
    updated: ['transfer.updated'],
    actions: [
      {
        verb: 'reversals',
        patch: (_world, row, given) => {
          const reversed =
            (row.amount_reversed as number) +
            (typeof given.amount === 'number' ? given.amount : (row.amount as number))
          return { amount_reversed: reversed, reversed: reversed >= (row.amount as number) }
        },
        events: ['transfer.reversed'],
      },
    ],
  }),
  ...simpleRoutes({
    path: '/v1/payouts',
    table: 'payout',
    prefix: 'po',
    build: (world) => ({
      arrival_date: world.clock.now() + 2 * 86_400,
      automatic: false,
      method: 'standard',
      status: 'pending',
      type: 'bank_account',
    }),
    created: ['payout.created'],
    updated: ['payout.updated'],
  }),
  ...simpleRoutes({
    path: '/v1/topups',
    table: 'topup',
    prefix: 'tu',
    build: () => ({ status: 'pending', failure_code: null }),
    created: ['topup.created'],
  }),
  ...simpleRoutes({
    path: '/v1/reporting/report_runs',
    table: 'reporting.report_run',
    prefix: 'frr',
    build: (world) => ({ status: 'succeeded', succeeded_at: world.clock.now(), result: null, error: null }),
    created: ['reporting.report_run.succeeded'],
  }),
  ...simpleRoutes({
    path: '/v1/identity/verification_sessions',
    table: 'identity.verification_session',
    prefix: 'vs',
    build: (world) => ({
      status: 'requires_input',
      client_secret: world.ids.next('vs_secret'),
      url: `${world.url}/`,
    }),
    created: ['identity.verification_session.created'],
    actions: [
      {
        verb: 'cancel',
        patch: () => ({ status: 'canceled' }),
        events: ['identity.verification_session.canceled'],
      },
      {
        verb: 'redact',
        patch: () => ({ redaction: { status: 'redacted' } }),
        events: ['identity.verification_session.redacted'],
      },
    ],
  }),
  ...simpleRoutes({
    path: '/v1/tax_rates',
    table: 'tax_rate',
    prefix: 'txr',
    build: (_world, given) => ({ active: given.active ?? true, inclusive: given.inclusive ?? false }),
    created: ['tax_rate.created'],
    updated: ['tax_rate.updated'],
  }),
  ...simpleRoutes({
    path: '/v1/payment_links',
    table: 'payment_link',
    prefix: 'plink',
    build: (world, given) => ({
      active: true,
      line_items: { object: 'list', data: listFrom(given.line_items), has_more: false },
      url: `${world.url}/`,
    }),
    created: ['payment_link.created'],
    updated: ['payment_link.updated'],
  }),
]
