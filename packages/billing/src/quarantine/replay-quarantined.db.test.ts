import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { replayQuarantined } from './replay-quarantined.ts'
import { fixture } from '../testing/fixtures.ts'
import { openTestWebhook, type TestWebhook } from '../testing/webhook.ts'

let webhook: TestWebhook
beforeAll(async () => {
  webhook = await openTestWebhook()
})
afterAll(() => webhook.close())
beforeEach(() => webhook.clear())

const replay = (eventId?: string) => replayQuarantined({ db: webhook.db, log: webhook.deps.log }, eventId)
const unresolved = () => webhook.db.quarantinedEvent.count({ where: { resolvedAt: null } })

/** Quarantines an event as if the code of that day could not read it. */
async function quarantined(type: string, object: object = {}, event: object = {}): Promise<string> {
  const whole = fixture(type, { object, event })
  await webhook.deliver(JSON.stringify({ ...whole, data: { object: { ...whole.data.object, id: 7 } } }))
  const payload = Buffer.from(JSON.stringify(whole))
  await webhook.db.quarantinedEvent.update({
    where: { provider_eventId: { provider: 'stripe', eventId: whole.id } },
    data: { payload },
  })
  return whole.id
}

it('processes what was quarantined after its cause is repaired, and marks it as resolved', async () => {
  const eventId = await quarantined('invoice.paid')
  expect(await webhook.db.payment.count()).toBe(0)
  expect(await replay()).toEqual([{ eventId, eventType: 'invoice.paid', outcome: 'processed' }])
  expect(await webhook.db.payment.count()).toBe(1)
  expect(await unresolved()).toBe(0)
  expect(await replay()).toEqual([])
})

it('keeps what still can’t be processed, whole, and says why', async () => {
  await webhook.deliver(fixture('invoice.paid', { object: { currency: 7 } }))
  const [still] = await replay()
  expect(still?.outcome).toBe('quarantined')
  expect(still?.reason).toContain('currency')
  expect(await unresolved()).toBe(1)
})

it('lets no old event undo what came since', async () => {
  const event = { id: 'evt_old', created: 1790000000 }
  await quarantined('customer.subscription.updated', { status: 'past_due' }, event)
  await webhook.tell('customer.subscription.updated', { status: 'active' }, { created: 1790000100 })
  expect(await replay()).toMatchObject([{ outcome: 'stale' }])
  expect(await webhook.db.planEntitlement.findFirst()).toMatchObject({ status: 'active' })
  expect(await webhook.db.staleEvent.count()).toBe(1)
})

it('writes no fact twice that became known since', async () => {
  await quarantined('invoice.paid')
  await webhook.tell('customer.created')
  await webhook.tell('invoice.paid')
  await replay()
  expect(await webhook.db.payment.count()).toBe(1)
  expect(await webhook.db.creditEntry.count()).toBe(1)
})

it('replays the one that is asked for', async () => {
  await quarantined('invoice.paid')
  const eventId = await quarantined('invoice.voided')
  expect(await replay(eventId)).toMatchObject([{ eventId, outcome: 'processed' }])
  expect(await unresolved()).toBe(1)
})

it('processes each once when two replay at the same time', async () => {
  await quarantined('invoice.paid')
  const outcomes = (await Promise.all([replay(), replay()])).flat().map((one) => one.outcome)
  expect(outcomes.filter((outcome) => outcome === 'processed')).toHaveLength(1)
})

it('claims again what the sweep of the ledger has forgotten', async () => {
  const eventId = await quarantined('invoice.paid')
  await webhook.db.processedEvent.deleteMany()
  await replay()
  const whole = fixture('invoice.paid', { event: { id: eventId } })
  expect((await webhook.deliver(whole)).outcome).toBe('duplicate')
})

it('goes on with the others when one fails for another reason', async () => {
  await quarantined('invoice.paid')
  await quarantined('customer.created')
  await webhook.db.$executeRaw`ALTER TABLE payments RENAME TO payments_away`
  const outcomes = (await replay()).map((one) => one.outcome)
  await webhook.db.$executeRaw`ALTER TABLE payments_away RENAME TO payments`
  expect(outcomes).toEqual(['error', 'processed'])
  expect(await unresolved()).toBe(1)
})

it('is asked for by no fault that passes: such an event is not quarantined', async () => {
  await webhook.db.$executeRaw`ALTER TABLE payments RENAME TO payments_away`
  expect((await webhook.tell('invoice.paid')).status).toBe(500)
  await webhook.db.$executeRaw`ALTER TABLE payments_away RENAME TO payments`
  expect(await webhook.db.quarantinedEvent.count()).toBe(0)
  expect(await webhook.db.processedEvent.count()).toBe(0)
})
