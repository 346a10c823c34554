import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from './testing/shop.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)
const bin = join(dirname(require.resolve('@stripe/cli/package.json')), 'bin/shim.js')
const home = mkdtempSync(join(tmpdir(), 'stripe-cli-'))

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** The official command line, unchanged, pointed at the emulator. */
async function cli(...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    HOME: home,
    STRIPE_API_KEY: 'sk_test_123456789012345678901234',
    STRIPE_CLI_TELEMETRY_OPTOUT: '1',
  }
  return (await run(process.execPath, [bin, ...args, '--api-base', shop.local.url], { env, timeout: 30_000 }))
    .stdout
}

test.each([
  'charge.dispute.created',
  'charge.refunded',
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.trial_will_end',
  'customer.subscription.updated',
  'invoice.paid',
  'invoice.payment_failed',
  'subscription_schedule.completed',
])('`stripe trigger %s` leaves an event of that type', { timeout: 60_000 }, async (type) => {
  await cli('trigger', type)
  await expect.poll(async () => (await shop.stripe.events.list({ type })).data.length).toBeGreaterThan(0)
})

test('`stripe events resend` delivers the same event id again', { timeout: 60_000 }, async () => {
  const customer = await shop.stripe.customers.create({ email: 'ada@example.com' })
  const [event] = (await shop.stripe.events.list({ type: 'customer.created', limit: 1 })).data
  const arrivals = () => shop.received.filter(({ event: { id } }) => id === event?.id).length
  await expect.poll(arrivals).toBe(1)
  await cli('events', 'resend', event?.id ?? '')
  await expect.poll(arrivals).toBe(2)
  expect(await cli('get', `/v1/customers/${customer.id}`)).toContain('ada@example.com')
})

test(
  '`events list`, `customers create` and `subscriptions update` answer as Stripe does',
  { timeout: 60_000 },
  async () => {
    expect(JSON.parse(await cli('events', 'list', '--limit', '1'))).toMatchObject({ object: 'list' })
    expect(JSON.parse(await cli('customers', 'create', '--email', 'grace@example.com'))).toMatchObject({
      email: 'grace@example.com',
    })
    const [subscription] = (await shop.stripe.subscriptions.list({ limit: 1 })).data
    const updated = JSON.parse(
      await cli('subscriptions', 'update', subscription?.id ?? '', '-d', 'metadata[seats]=5'),
    ) as object
    expect(updated).toMatchObject({ metadata: { seats: '5' } })
  },
)
