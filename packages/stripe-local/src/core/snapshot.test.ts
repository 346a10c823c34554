import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { card, openCheckout, openShop, type Shop, submit } from '../testing/shop.ts'

let shop: Shop
afterEach(() => shop.close())
const folder = () => mkdtempSync(join(tmpdir(), 'stripe-local-'))

test('a restart keeps customers, the clock, idempotency keys and what is still to be delivered', async () => {
  const dataDir = folder()
  shop = await openShop({ dataDir, delivery: { retryScheduleMs: [60_000] } })
  shop.answer.with = () => 500
  const { session, pay } = await openCheckout(shop.stripe)
  await submit(pay, card())
  await shop.stripe.customers.create({ email: 'once@example.com' }, { idempotencyKey: 'once' })
  await fetch(`${shop.local.url}/_local/advance`, { method: 'POST', body: JSON.stringify({ seconds: 3600 }) })
  await shop.close()

  shop = await openShop({ dataDir })
  expect(await shop.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'complete' })
  await shop.stripe.customers.create({ email: 'once@example.com' }, { idempotencyKey: 'once' })
  expect((await shop.stripe.customers.list({ email: 'once@example.com' })).data).toHaveLength(1)
  expect(shop.local.world.clock.skippedMs).toBe(3_600_000)
  await expect
    .poll(() => shop.received.map(({ event }) => event.type))
    .toContain('checkout.session.completed')
  expect((await shop.stripe.webhookEndpoints.list()).data).toHaveLength(1)
})

test('a snapshot that cannot be read is set aside with a word about it', async () => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'stripe-local.json'), '{"version":1,"tables":')
  const warnings: string[] = []
  shop = await openShop({ dataDir, warn: (message) => warnings.push(message) })
  await shop.stripe.customers.create({})
  expect(warnings[0]).toContain('could not be read')
  expect(readdirSync(dataDir).some((name) => name.includes('broken'))).toBe(true)
})

test('a snapshot whose clock is past every date is set aside', async () => {
  const dataDir = folder()
  const saved = { version: 1, idsDrawn: 0, skippedMs: 1e18, tables: {} }
  writeFileSync(join(dataDir, 'stripe-local.json'), JSON.stringify(saved))
  const warnings: string[] = []
  shop = await openShop({ dataDir, warn: (message) => warnings.push(message) })
  expect(warnings[0]).toContain('past the last instant')
  expect(await shop.stripe.customers.create({})).toMatchObject({ object: 'customer' })
})
