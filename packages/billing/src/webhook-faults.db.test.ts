import { createDatabase, inTransaction } from '@paidup/db'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestWebhook, type TestWebhook } from './testing/webhook.ts'

/** Milliseconds. Less than by default, because it is waited for; enough for what is not to run into it. */
const LIMIT = 1000

let webhook: TestWebhook
beforeAll(async () => {
  webhook = await openTestWebhook({ poolSize: 2, transactionLimit: LIMIT })
})
afterAll(() => webhook.close())
beforeEach(() => webhook.clear())

const INVOICE = { id: 'evt_of_invoice' }
const told = () => webhook.tell('invoice.paid', {}, INVOICE)
const written = async () => [
  await webhook.db.processedEvent.count(),
  await webhook.db.payment.count(),
  await webhook.db.creditEntry.count(),
]

it('has committed when it answers, as anyone can see who asks then', async () => {
  const other = createDatabase({ url: webhook.url, poolSize: 1 })
  await other.payment.count()
  await told()
  expect(await other.payment.count()).toBe(1)
  expect(await other.processedEvent.count()).toBe(1)
  await other.$disconnect()
})

it('answers 503 when its transaction takes too long, with nothing half written, and the retry heals it', async () => {
  await webhook.db.$executeRaw`CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(1.5); RETURN NEW; END $$`
  await webhook.db.$executeRaw`CREATE TRIGGER dawdle BEFORE INSERT ON payments
    FOR EACH ROW EXECUTE FUNCTION dawdle()`
  expect(await told()).toMatchObject({ outcome: 'error', status: 503 })
  expect(await written()).toEqual([0, 0, 0])
  await webhook.db.$executeRaw`DROP FUNCTION dawdle() CASCADE`
  expect(await told()).toMatchObject({ outcome: 'processed' })
  expect(await written()).toEqual([1, 1, 1])
}, 30_000)

it('answers 503 when no connection gets free in time, and recovers by itself', async () => {
  let release: (() => void) | undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const holders = [1, 2].map(() => inTransaction(webhook.db, () => released))
  expect(await told()).toMatchObject({ outcome: 'error', status: 503 })
  release?.()
  // One of them may have been ended by its own time limit meanwhile.
  await Promise.allSettled(holders)
  expect(await told()).toMatchObject({ outcome: 'processed' })
  expect(await written()).toEqual([1, 1, 1])
}, 30_000)

it('keeps what else an event says when one of its facts is there already', async () => {
  await webhook.tell('invoice.paid', { parent: null })
  expect(await webhook.tell('invoice.paid')).toMatchObject({ outcome: 'processed' })
  expect(await written()).toEqual([2, 1, 1])
  expect(await webhook.db.billingCustomer.findFirst()).toMatchObject({ orgId: 'org_fixture' })
  expect(await webhook.db.invoice.findFirst()).toMatchObject({ stripeSubscriptionId: 'sub_1Pd0fixture' })
})
