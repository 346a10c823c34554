import { createDatabase, inTransaction, type Db } from '@paidup/db'
import fc from 'fast-check'
import type Stripe from 'stripe'
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createIntake } from './intake.ts'
import { claimEvent } from './sql/claim-event.ts'
import { fixture, signed } from './testing/fixtures.ts'
import { openTestWebhook } from './testing/webhook.ts'
import { processWebhook, type WebhookResult } from './webhook.ts'

/** The same events again. */
const SEED = Number(process.env['INTAKE_SEED'] ?? Date.now() % 1_000_000)

const together = await openTestWebhook()
const oneByOne = await openTestWebhook()
const otherDb = createDatabase({ url: together.url })
/** As a second process on the same database. */
const other = { ...together.deps, db: otherDb, intake: createIntake(otherDb) }
beforeEach(async () => {
  await together.clear()
  await oneByOne.clear()
})
afterAll(async () => {
  await otherDb.$disconnect()
  await together.close()
  await oneByOne.close()
})

type Change = { subscription: number; created?: number; object?: object; id?: string }
const event = ({ subscription, created = 100, object, id = `evt_${subscription}_${created}` }: Change) =>
  fixture('customer.subscription.updated', {
    object: {
      id: `sub_${subscription}`,
      // Some customers have several.
      customer: `cus_${subscription % 40}`,
      metadata: subscription % 3 === 0 ? {} : { org_id: `org_${subscription % 40}` },
      ...object,
    },
    event: { id, created },
  })
/** One event each of so many subscriptions. */
const burstOf = (count: number) => Array.from({ length: count }, (_, subscription) => event({ subscription }))
const deliverAll = (events: Stripe.Event[], deps = together.deps) =>
  Promise.all(events.map((one) => processWebhook(deps, signed(JSON.stringify(one)))))
const outcomesOf = (results: WebhookResult[]) => results.map(({ outcome }) => outcome)

it(`ends a burst as if its events had come one by one (seed ${SEED})`, async () => {
  const [events = []] = fc.sample(burst, { seed: SEED, numRuns: 1 })
  const begun = vi.spyOn(together.db, '$transaction')
  const results = outcomesOf(await deliverAll(events))
  const batches = begun.mock.settledResults
  begun.mockRestore()
  const expected: string[] = []
  for (const one of events) expected.push((await oneByOne.deliver(one)).outcome)
  expect(results).toEqual(expected)
  expect(new Set(results)).toEqual(new Set(['processed', 'tied', 'stale', 'duplicate']))
  expect(await stateOf(together.db)).toEqual(await stateOf(oneByOne.db))
  expect(await wantedByObject(together.db)).toEqual(countedByObject(events))
  // Several in one, and none of these had to be done again.
  expect(batches.length).toBeLessThan(events.length / 2)
  expect(batches.filter(({ type }) => type !== 'fulfilled')).toEqual([])
})

it.each([
  ['what it says', { status: 'active\uD800' }],
  ['its id', { id: 'sub_\uD800' }],
])('parks alone an event that only the database refuses, for %s', async (_, object) => {
  const events = burstOf(36)
  events[20] = event({ subscription: 20, object })
  const results = outcomesOf(await deliverAll(events))
  expect(results.splice(20, 1)).toEqual(['quarantined'])
  expect(new Set(results)).toEqual(new Set(['processed']))
  expect(await together.db.quarantinedEvent.count()).toBe(1)
  expect(await together.db.processedEvent.count()).toBe(36)
  expect(await together.db.planEntitlement.count()).toBe(35)
})

it('lets the others go on while events are held by another process, be they more than there are turns', async () => {
  const events = burstOf(40)
  const isHeld = (n: number) => n % 5 === 2
  const held = events.filter((_, n) => isHeld(n))
  const [lost, kept] = [held.slice(0, 4), held.slice(4)]
  const ends = [await holdClaims(lost), await holdClaims(kept)] as const
  const answered: string[] = []
  const results = events.map(async (one) => {
    const { outcome } = await together.deliver(one)
    answered.push(one.id)
    return outcome
  })
  onTestFinished(async () => void (await Promise.all(results)))
  await vi.waitUntil(() => answered.length >= events.length - held.length, { timeout: 20_000 })
  expect(held.filter(({ id }) => answered.includes(id))).toEqual([])
  expect(await together.db.planEntitlement.count()).toBe(events.length - held.length)
  await ends[0]('ROLLBACK')
  await ends[1]('COMMIT')
  const due = (one: Stripe.Event) => (kept.includes(one) ? 'duplicate' : 'processed')
  expect(await Promise.all(results)).toEqual(events.map(due))
})

it('heals the events of two processes that take the same in opposite orders, with no fault of either', async () => {
  const events = burstOf(60).flatMap((_, subscription) =>
    [100, 101, 102].map((created) => event({ subscription, created, object: { quantity: created } })),
  )
  const [first, second] = await Promise.all([
    deliverAll(events),
    deliverAll(events.toReversed(), other).then((results) => results.toReversed()),
  ])
  const ends = events.map((_, n) => [first?.[n]?.outcome, second?.[n]?.outcome])
  for (const end of ends) expect(end.filter((outcome) => outcome === 'duplicate')).toHaveLength(1)
  expect(ends.flat().filter((outcome) => outcome === 'error')).toEqual([])
  for (const one of events) await oneByOne.deliver(one)
  const without = ['stale_events', 'is_urgent']
  expect(await stateOf(together.db, without)).toEqual(await stateOf(oneByOne.db, without))
})

it('takes what it locks in one order, whatever order it is told in: so no two wait for each other', async () => {
  await together.db.$executeRaw`CREATE TABLE taken (id bigserial, "table" text, key text)`
  await together.db.$executeRaw`CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO taken ("table", key) VALUES (TG_TABLE_NAME, to_jsonb(NEW) ->> TG_ARGV[0]); RETURN NEW; END $$`
  for (const [table, key] of Object.entries(LOCKED))
    await together.db.$executeRawUnsafe(
      `CREATE TRIGGER note BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION note('${key}')`,
    )
  const [events = []] = fc.sample(shuffled(burstOf(40).slice(1, 30)), { seed: SEED, numRuns: 1 })
  await deliverAll(events)
  const taken = await together.db.$queryRaw<{ batch: string; table: string; key: string }[]>`
    SELECT xmin::text AS batch, "table", key COLLATE "C" AS key FROM taken ORDER BY id`
  await together.db.$executeRaw`DROP FUNCTION note CASCADE`
  await together.db.$executeRaw`DROP TABLE taken`
  const batches = [...new Set(taken.map(({ batch }) => batch))].map((batch) =>
    taken.filter((one) => one.batch === batch).map(({ table, key }) => `${ORDER.indexOf(table)} ${key}`),
  )
  expect(Math.max(...batches.map((locks) => locks.length))).toBeGreaterThan(60)
  for (const locks of batches) expect(locks).toEqual(locks.toSorted())
})

it.each(crashes())(
  'leaves nothing half written by a batch whose backend dies %s, and the retry heals it',
  async (_, trigger) => {
    await together.db.$executeRaw`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$`
    await together.db.$executeRawUnsafe(trigger)
    const events = burstOf(36)
    const results = await deliverAll(events)
    const failed = events.filter((_, n) => results[n]?.status === 503)
    expect(failed.length).toBeGreaterThan(20)
    expect(outcomesOf(results).filter((outcome) => outcome === 'processed')).toHaveLength(36 - failed.length)
    const written = events.filter((one) => !failed.includes(one))
    for (const one of written) await oneByOne.deliver(one)
    expect(await stateOf(together.db)).toEqual(await stateOf(oneByOne.db))

    await together.db.$executeRaw`DROP FUNCTION die CASCADE`
    expect(new Set(outcomesOf(await deliverAll(failed)))).toEqual(new Set(['processed']))
    for (const one of failed) await oneByOne.deliver(one)
    expect(await stateOf(together.db)).toEqual(await stateOf(oneByOne.db))
  },
)

/** The tables that a batch locks rows of, in the order it does, each with what its rows are locked by. */
const LOCKED = {
  processed_events: 'event_id',
  billing_customers: 'stripe_customer_id',
  plan_entitlements: 'stripe_subscription_id',
  reads: 'object_id',
}
const ORDER = Object.keys(LOCKED)

/** When a backend dies that has subscription 20, with the trigger that kills it. */
function crashes(): [string, string][] {
  return [
    [
      'while it writes',
      `CREATE TRIGGER die BEFORE INSERT ON plan_entitlements FOR EACH ROW
       WHEN (NEW.stripe_subscription_id = 'sub_20') EXECUTE FUNCTION die()`,
    ],
    [
      'in its commit',
      `CREATE CONSTRAINT TRIGGER die AFTER INSERT ON plan_entitlements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
       WHEN (NEW.stripe_subscription_id = 'sub_20') EXECUTE FUNCTION die()`,
    ],
  ]
}

function shuffled<T>(things: T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray(things, { minLength: things.length })
}

/** Hundreds of events of sixty subscriptions: of few seconds, some doubled, some told twice under ids of their own. */
const burst = fc
  .array(
    fc.record({
      subscription: fc.nat({ max: 59 }),
      created: fc.integer({ min: 100, max: 104 }),
      quantity: fc.nat({ max: 1000 }),
      copies: fc.constantFrom(1, 1, 1, 2, 3),
      hasTwin: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 200, maxLength: 200 },
  )
  .chain((changes) => {
    const events = changes.flatMap(({ subscription, created, quantity, copies, hasTwin }, n) => {
      const one = event({ subscription, created, object: { quantity }, id: `evt_${n}` })
      const copied = Array.from({ length: copies }, () => one)
      return hasTwin ? [...copied, { ...one, id: `evt_${n}_twin` }] : copied
    })
    return shuffled(events)
  })

/** Claims events as another process does that has not committed yet. @returns how to end it */
async function holdClaims(events: Stripe.Event[]): Promise<(how: 'COMMIT' | 'ROLLBACK') => Promise<void>> {
  let end = (_how: 'COMMIT' | 'ROLLBACK') => {}
  const ending = new Promise<'COMMIT' | 'ROLLBACK'>((resolve) => (end = resolve))
  let claimed = () => {}
  const isClaimed = new Promise<void>((resolve) => (claimed = resolve))
  const holding = inTransaction(otherDb, async (tx) => {
    for (const { id, type } of events) await claimEvent(tx, 'stripe', id, type)
    claimed()
    if ((await ending) === 'ROLLBACK') throw new Error('rolled back')
  })
  await isClaimed
  const ended = async (how: 'COMMIT' | 'ROLLBACK') => {
    end(how)
    await holding.catch(() => undefined)
  }
  onTestFinished(() => ended('ROLLBACK'))
  return ended
}

/** How many events there are of each subscription. */
function countedByObject(events: Stripe.Event[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { data } of new Map(events.map((one) => [one.id, one])).values()) {
    const { id } = data.object as { id: string }
    counts[id] = (counts[id] ?? 0) + 1
  }
  return counts
}

async function wantedByObject(db: Db): Promise<Record<string, number>> {
  const reads = await db.read.findMany()
  return Object.fromEntries(reads.map(({ objectId, wanted }) => [objectId, Number(wanted)]))
}

/** What does not depend on when a row was written. @param without tables and columns to leave out */
async function stateOf(db: Db, without: string[] = []): Promise<string[]> {
  const tables = [...ORDER, 'stale_events', 'quarantined_events'].filter((table) => !without.includes(table))
  const dropped = ['id', 'received_at', 'created_at', 'updated_at', 'due_at', ...without]
  const rows = tables.map((table) =>
    db.$queryRawUnsafe<{ row: string }[]>(
      `SELECT '${table} ' || (to_jsonb(t) - $1::text[])::text AS row FROM ${table} t`,
      dropped,
    ),
  )
  return (await Promise.all(rows)).flatMap((found) => found.map(({ row }) => row)).toSorted()
}
