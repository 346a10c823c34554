import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { currentEntitlement } from './reading/current-entitlement.ts'
import { claimEvent } from './sql/claim-event.ts'
import { linkCustomer } from './sql/link-customer.ts'
import { fixture, signed } from './testing/fixtures.ts'
import { openTestWebhook, type TestWebhook } from './testing/webhook.ts'
import { processWebhook } from './webhook.ts'
import { inTransaction } from '@paidup/db'

let webhook: TestWebhook
beforeAll(async () => {
  webhook = await openTestWebhook()
})
afterAll(() => webhook.close())
beforeEach(() => webhook.clear())

const at = (seconds: number) => new Date(seconds * 1000)
let nextId = 0
/** A subscription event of its own id. */
function subscriptionEvent(
  status: string,
  created: number,
  object: object = {},
  type = 'customer.subscription.updated',
) {
  nextId += 1
  return fixture(type, { object: { status, ...object }, event: { id: `evt_test_${nextId}`, created } })
}
const row = () => webhook.db.planEntitlement.findFirstOrThrow()
const reads = () =>
  webhook.db.$queryRaw<{ objectId: string; isDue: boolean }[]>`
    SELECT object_id AS "objectId", due_at <= now() AS "isDue" FROM reads WHERE due_at IS NOT NULL`

describe('the claim', () => {
  it('processes an event once and answers its repetition with duplicate', async () => {
    const event = subscriptionEvent('active', 100)
    expect(await webhook.deliver(event)).toEqual({ outcome: 'processed', status: 200 })
    expect(await webhook.deliver(event)).toEqual({ outcome: 'duplicate', status: 200 })
    expect(await webhook.db.processedEvent.findMany()).toMatchObject([
      { provider: 'stripe', eventId: event.id, eventType: event.type },
    ])
    expect(await webhook.db.planEntitlement.count()).toBe(1)
  })

  it('lets exactly one of many concurrent deliveries through', async () => {
    const event = subscriptionEvent('active', 100)
    const results = await Promise.all(Array.from({ length: 20 }, () => webhook.deliver(event)))
    expect(results.filter((result) => result.outcome === 'processed')).toHaveLength(1)
    expect(results.filter((result) => result.outcome === 'duplicate')).toHaveLength(19)
  })

  it('keeps the events of two providers apart', async () => {
    const claim = (provider: string) =>
      inTransaction(webhook.db, (tx) => claimEvent(tx, provider, 'evt_same', 'a.type'))
    expect([await claim('stripe'), await claim('resend'), await claim('stripe')]).toEqual([true, true, false])
  })

  it('answers 503 when the wait for another delivery of the event runs out, and heals with the retry', async () => {
    const event = subscriptionEvent('active', 100)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let claimed = () => {}
    const isClaimed = new Promise<void>((resolve) => (claimed = resolve))
    const crashing = inTransaction(webhook.db, async (tx) => {
      await claimEvent(tx, 'stripe', event.id, event.type)
      claimed()
      await held
      throw new Error('the process that held the claim failed')
    })
    await isClaimed
    expect(await webhook.deliver(event)).toMatchObject({ outcome: 'error', status: 503 })
    // A fault that passes: one line, without a stack.
    expect(webhook.lines.at(-1)?.['err']).toBe('canceling statement due to lock timeout')
    release()
    await expect(crashing).rejects.toThrow('held the claim')
    expect(await webhook.deliver(event)).toMatchObject({ outcome: 'processed' })
  })

  it('needs no more connections than there are, however many events come at once', async () => {
    const narrow = await openTestWebhook({ poolSize: 3 })
    const events = Array.from({ length: 30 }, (_, n) =>
      subscriptionEvent('active', 100, { id: `sub_many_${n}`, customer: `cus_many_${n}` }),
    )
    const results = await Promise.all(events.map((event) => narrow.deliver(event)))
    expect(results.every((result) => result.outcome === 'processed')).toBe(true)
    expect(await narrow.db.planEntitlement.count()).toBe(30)
    await narrow.close()
  })
})

describe('claim and effect', () => {
  it('vanish together when a handler fails, and the same event heals it', async () => {
    await webhook.db.$executeRaw`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'a fault in the middle'; END $$`
    await webhook.db
      .$executeRaw`CREATE TRIGGER fail BEFORE INSERT ON plan_entitlements EXECUTE FUNCTION fail()`
    const event = subscriptionEvent('active', 100)
    expect(await webhook.deliver(event)).toMatchObject({ outcome: 'error', status: 500 })
    expect(await webhook.db.processedEvent.count()).toBe(0)
    expect(await reads()).toEqual([])
    expect(webhook.lines.at(-1)).toMatchObject({ level: 'error', outcome: 'error', eventId: event.id })

    await webhook.db.$executeRaw`DROP FUNCTION fail() CASCADE`
    expect(await webhook.deliver(event)).toMatchObject({ outcome: 'processed' })
    expect(await row()).toMatchObject({ status: 'active' })
  })

  it('want one re-read per subscription that no later event pushes back', async () => {
    await webhook.deliver(subscriptionEvent('active', 100))
    const dueAt = () => webhook.db.$queryRaw<{ dueAt: Date }[]>`SELECT due_at AS "dueAt" FROM reads`
    const first = await dueAt()
    await webhook.deliver(subscriptionEvent('active', 101))
    expect(await dueAt()).toEqual(first)
    expect(await reads()).toEqual([{ objectId: 'sub_1Pd0fixture', isDue: false }])
  })
})

describe('the mark', () => {
  it('keeps an older event from undoing a newer one, and records it as stale with the mark', async () => {
    await webhook.deliver(subscriptionEvent('past_due', 160))
    const late = subscriptionEvent('active', 100)
    expect(await webhook.deliver(late)).toEqual({ outcome: 'stale', status: 200 })
    expect(await row()).toMatchObject({ status: 'past_due', lastEventAt: at(160) })
    expect(await webhook.db.staleEvent.findMany()).toMatchObject([
      { eventId: late.id, objectId: 'sub_1Pd0fixture', eventCreated: at(100), mark: at(160) },
    ])
    expect(webhook.lines.at(-1)).toMatchObject({
      level: 'warn',
      seam: 'webhook.stripe',
      outcome: 'stale',
      eventId: late.id,
      type: 'customer.subscription.updated',
      created: 100,
      mark: at(160).toISOString(),
    })
    expect((await reads())[0]).toMatchObject({ isDue: true })
  })

  it('ends right when two versions of a subscription are written concurrently', async () => {
    const events = Array.from({ length: 12 }, (_, n) =>
      subscriptionEvent(n === 11 ? 'past_due' : 'active', 100 + n),
    )
    await Promise.all(events.map((event) => webhook.deliver(event)))
    expect(await row()).toMatchObject({ status: 'past_due', lastEventAt: at(111) })
  })

  it('leaves two events of one second to the re-read, at once', async () => {
    await webhook.deliver(subscriptionEvent('active', 100))
    expect(await webhook.deliver(subscriptionEvent('incomplete', 100))).toEqual({
      outcome: 'tied',
      status: 200,
    })
    expect(await row()).toMatchObject({ status: 'active' })
    expect((await reads())[0]).toMatchObject({ isDue: true })
  })

  it('does not read a payload of an API version it does not know; the re-read does', async () => {
    const event = subscriptionEvent('active', 100)
    expect(await webhook.deliver({ ...event, api_version: '2031-01-01.future' })).toMatchObject({
      outcome: 'processed',
    })
    expect(await webhook.db.planEntitlement.count()).toBe(0)
    expect(await reads()).toMatchObject([{ objectId: 'sub_1Pd0fixture', isDue: true }])
  })
})

describe('who it is for', () => {
  const deps = () => ({ ...webhook.deps })

  it('keeps a subscription whose customer is not linked yet and shows it with the link', async () => {
    await webhook.deliver(subscriptionEvent('active', 100, { metadata: {} }))
    expect(await currentEntitlement(deps(), 'org_fixture')).toMatchObject({ plan: 'free' })
    await webhook.deliver(fixture('checkout.session.completed'))
    expect(await currentEntitlement(deps(), 'org_fixture')).toMatchObject({ plan: 'pro', status: 'active' })
  })

  it('keeps the new subscription’s plan when the old one is deleted, in either order', async () => {
    await linkCustomer(webhook.db, {
      stripeCustomerId: 'cus_Pd0fixture',
      orgId: 'org_two',
      livemode: false,
      isCertain: true,
    })
    const deletion = subscriptionEvent('canceled', 200, { id: 'sub_old' }, 'customer.subscription.deleted')
    const renewal = subscriptionEvent('active', 150, { id: 'sub_new' })
    for (const event of [subscriptionEvent('active', 100, { id: 'sub_old' }), renewal, deletion]) {
      await webhook.deliver(event)
    }
    expect(await currentEntitlement(deps(), 'org_two')).toMatchObject({ plan: 'pro', status: 'active' })
  })

  it('does not show what was bought in the other mode', async () => {
    await linkCustomer(webhook.db, {
      stripeCustomerId: 'cus_Pd0fixture',
      orgId: 'org_live',
      livemode: true,
      isCertain: true,
    })
    await webhook.deliver(subscriptionEvent('active', 100))
    expect(await currentEntitlement(deps(), 'org_live')).toMatchObject({ plan: 'free' })
  })
})

describe('a checkout', () => {
  it('is recorded with its org, its customer linked, its subscription to be read', async () => {
    expect(await webhook.deliver(fixture('checkout.session.completed'))).toMatchObject({
      outcome: 'processed',
    })
    expect(await webhook.db.checkoutSession.findMany()).toMatchObject([
      { id: 'cs_test_fixture', orgId: 'org_fixture', plan: 'pro', status: 'complete', paymentStatus: 'paid' },
    ])
    expect(await webhook.db.billingCustomer.findMany()).toMatchObject([
      { stripeCustomerId: 'cus_Pd0fixture', orgId: 'org_fixture', livemode: false },
    ])
    expect(await reads()).toMatchObject([{ objectId: 'sub_1Pd0fixture' }])
  })

  it('waits for a payment that takes days, and knows when it has arrived', async () => {
    await webhook.deliver(fixture('checkout.session.completed', { object: { payment_status: 'unpaid' } }))
    await webhook.deliver(fixture('checkout.session.async_payment_succeeded'))
    expect(await webhook.db.checkoutSession.findFirstOrThrow()).toMatchObject({ paymentStatus: 'paid' })
  })

  it('only moves forward', async () => {
    await webhook.deliver(fixture('checkout.session.completed'))
    await webhook.deliver(fixture('checkout.session.expired'))
    expect(await webhook.db.checkoutSession.findFirstOrThrow()).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
    })
  })
})

describe('events that are not for us', () => {
  it.each([
    ['a type without a handler', { type: 'payment_link.created' }],
    ['the other livemode', { livemode: true }],
    ['a connected account', { account: 'acct_foreign' }],
  ])('are ignored without a row: %s', async (_, changes) => {
    const event = { ...fixture('customer.subscription.updated'), ...changes }
    expect(await webhook.deliver(JSON.stringify(event))).toEqual({ outcome: 'ignored', status: 200 })
    expect(await webhook.db.processedEvent.count()).toBe(0)
    expect(await webhook.db.planEntitlement.count()).toBe(0)
  })

  it('are refused when the signature is not of one of our secrets', async () => {
    const body = JSON.stringify(fixture('customer.subscription.updated'))
    expect(await processWebhook(webhook.deps, signed(body, { secret: 'whsec_foreign' }))).toMatchObject({
      outcome: 'invalid_signature',
      status: 400,
    })
    expect(webhook.lines.at(-1)).toMatchObject({
      level: 'warn',
      reason: expect.stringContaining('secret 1 of 1') as string,
    })
  })
})

describe('the quarantine', () => {
  // Random, because PostgreSQL compresses what repeats before it finds an index entry too long.
  const endless = randomBytes(50_000).toString('hex')

  it.each([
    ['event', () => ({ ...subscriptionEvent('active', 100), id: `evt_${endless}` })],
    ['object', () => subscriptionEvent('active', 100, { id: `sub_${endless}` })],
  ])('keeps an event with an id too long for any index, once: of the %s', async (_, event) => {
    const body = JSON.stringify(event())
    expect(await webhook.deliver(body)).toEqual({ outcome: 'quarantined', status: 200 })
    expect(await webhook.deliver(body)).toMatchObject({ status: 200 })
    expect(await webhook.db.quarantinedEvent.count()).toBe(1)
  })

  it('keeps an event of an unexpected shape byte for byte and claims it', async () => {
    const body = JSON.stringify(subscriptionEvent('active', 100, { items: 'gone' }), null, 3)
    expect(await webhook.deliver(body)).toEqual({ outcome: 'quarantined', status: 200 })
    const [kept] = await webhook.db.quarantinedEvent.findMany()
    expect(Buffer.from(kept!.payload).toString()).toBe(body)
    expect(kept).toMatchObject({
      eventType: 'customer.subscription.updated',
      reason: expect.stringContaining('items') as string,
    })
    expect(webhook.lines.at(-1)).toMatchObject({ level: 'error', outcome: 'quarantined' })
    expect(await webhook.deliver(body)).toEqual({ outcome: 'duplicate', status: 200 })
    expect(await webhook.db.quarantinedEvent.count()).toBe(1)
  })

  it('has Stripe asked for what the broken payload could not say', async () => {
    await webhook.deliver(subscriptionEvent('active', 100, { items: 'gone' }))
    expect(await reads()).toMatchObject([{ objectId: 'sub_1Pd0fixture', isDue: true }])
  })

  it('is not for a fault of our own schema: that is a 500, and the retry after its repair is processed', async () => {
    await webhook.db.$executeRaw`ALTER TABLE plan_entitlements ADD CONSTRAINT half_done CHECK (plan = 'team')`
    const event = subscriptionEvent('active', 100)
    expect(await webhook.deliver(event)).toMatchObject({ outcome: 'error', status: 500 })
    await webhook.db.$executeRaw`ALTER TABLE plan_entitlements DROP CONSTRAINT half_done`
    expect(await webhook.deliver(event)).toMatchObject({ outcome: 'processed' })
  })

  it.each(['not json', '[]', 'null', '{"object":"event"}', '\uFEFF{}'])(
    'keeps a signed body that is no event: %s',
    async (body) => {
      expect(await webhook.deliver(body)).toEqual({ outcome: 'quarantined', status: 200 })
      expect(await webhook.deliver(body)).toEqual({ outcome: 'quarantined', status: 200 })
      expect(await webhook.db.quarantinedEvent.count()).toBe(1)
    },
  )
})

it('stores instants right on a server with another time zone', async () => {
  const elsewhere = await openTestWebhook()
  await elsewhere.db.$executeRawUnsafe(
    `ALTER DATABASE "${new URL(elsewhere.url).pathname.slice(1)}" SET timezone TO 'Asia/Tokyo'`,
  )
  await elsewhere.db.$disconnect()
  await elsewhere.deliver(subscriptionEvent('active', 1790000001))
  const stored = await elsewhere.db.planEntitlement.findFirstOrThrow()
  expect(stored).toMatchObject({ lastEventAt: at(1790000001), currentPeriodEnd: at(1792592000) })
  expect(
    await elsewhere.db.$queryRaw`SELECT extract(epoch FROM last_event_at)::int AS s FROM plan_entitlements`,
  ).toEqual([{ s: 1790000001 }])
  await elsewhere.close()
})
