import { inTransaction } from '@paidup/db'
import { beforeEach, expect, it } from 'vitest'
import { fixture } from '../testing/fixtures.ts'
import { openForThisFile } from '../testing/for-this-file.ts'
import { leaseDueReads } from '../sql/lease-due-reads.ts'
import { wantRead, type WantedRead } from '../sql/want-read.ts'
import { runRead } from './run-read.ts'

const { webhook, answers } = await openForThisFile()

const deps = () => ({ db: webhook.db, stripe: answers.stripe, log: webhook.deps.log })
const at = (seconds: number) => new Date(seconds * 1000)
const subscription = (id: string, status = 'active') =>
  fixture('customer.subscription.updated', { object: { id, status } }).data.object
const want = (objectId: string, when: WantedRead['when'] = 'at_once') =>
  inTransaction(webhook.db, (tx) => wantRead(tx, { kind: 'subscription', objectId, when }))
const stored = (objectId: string) => webhook.db.read.findFirstOrThrow({ where: { objectId } })
const everythingIsDue = () =>
  webhook.db.read.updateMany({ where: { dueAt: { not: null } }, data: { dueAt: at(0) } })
const lease = async () => {
  const [one] = await leaseDueReads(webhook.db, 1)
  return one!
}

beforeEach(() => answers.answerAll((path) => ({ body: subscription(path.split('/').at(-1) ?? '') })))

it('takes what is due, the undecided first and then the oldest, and each once', async () => {
  await want('sub_first', 'settled')
  await want('sub_second', 'settled')
  await everythingIsDue()
  await want('sub_tied')
  await want('sub_later', 'settled')
  const taken = await Promise.all(Array.from({ length: 4 }, () => leaseDueReads(webhook.db, 1)))
  expect(taken.flat().map(({ objectId }) => objectId)).toHaveLength(3)
  expect(await leaseDueReads(webhook.db, 9)).toEqual([])
  await everythingIsDue()
  const [tied] = await leaseDueReads(webhook.db, 1)
  expect(tied).toMatchObject({ objectId: 'sub_tied', attempts: 2, ticket: { number: 2n, mark: null } })
})

it('is done once it has written, and draws a higher ticket the next time', async () => {
  await want('sub_1')
  await runRead(deps(), await lease())
  expect(await stored('sub_1')).toMatchObject({ dueAt: null, attempts: 0, isUrgent: false, drawn: 1n })
  expect(await webhook.db.planEntitlement.findMany()).toMatchObject([{ status: 'active', readTicket: 1n }])
  await want('sub_1')
  expect((await lease()).ticket.number).toBe(2n)
})

it('draws above the ticket of the row, also where what counts them was put back to less', async () => {
  await webhook.tell('customer.subscription.updated', { id: 'sub_1' }, { created: 100 })
  await webhook.db.planEntitlement.updateMany({ data: { readTicket: 1_000_000 } })
  await everythingIsDue()
  answers.answerAll(() => ({ body: subscription('sub_1', 'past_due') }))
  await runRead(deps(), await lease())
  expect(await webhook.db.planEntitlement.findMany()).toMatchObject([
    { status: 'past_due', readTicket: 1_000_001n },
  ])
})

it('stays wanted where an event came while Stripe was asked, and then sees what that told', async () => {
  await want('sub_1')
  const early = await lease()
  const answer = (await asked(() => runRead(deps(), early))).answer
  await want('sub_1', 'settled')
  answer.now(subscription('sub_1', 'incomplete'))
  await answer.ended
  expect((await stored('sub_1')).dueAt).not.toBeNull()
  await everythingIsDue()
  answers.answerAll(() => ({ body: subscription('sub_1', 'past_due') }))
  await runRead(deps(), await lease())
  expect(await stored('sub_1')).toMatchObject({ dueAt: null })
  expect(await webhook.db.planEntitlement.findMany()).toMatchObject([{ status: 'past_due' }])
})

it('stays wanted where its mark was outrun by an event that its lease has counted', async () => {
  await webhook.tell('customer.subscription.updated', { id: 'sub_1' }, { created: 100 })
  await everythingIsDue()
  const outrun = await lease()
  // As if the event had committed between the look at the mark and the lock of the row.
  await runRead(deps(), { ...outrun, ticket: { ...outrun.ticket, mark: at(99) } })
  expect(await stored('sub_1')).toMatchObject({ attempts: 1, lastError: null })
  await everythingIsDue()
  await runRead(deps(), await lease())
  expect(await stored('sub_1')).toMatchObject({ dueAt: null, attempts: 0 })
})

it('leaves to a later ticket what it was overtaken by', async () => {
  await want('sub_1')
  const early = await lease()
  const { answer } = await asked(() => runRead(deps(), early))
  await everythingIsDue()
  answers.answerAll(() => ({ body: subscription('sub_1', 'past_due') }))
  await runRead(deps(), await lease())
  answer.now(subscription('sub_1', 'active'))
  await answer.ended
  expect(await webhook.db.planEntitlement.findMany()).toMatchObject([{ status: 'past_due', readTicket: 2n }])
  expect(await stored('sub_1')).toMatchObject({ dueAt: null })
})

it('comes again when its worker was killed: the lease ends', async () => {
  await want('sub_1')
  await lease()
  expect(await leaseDueReads(webhook.db, 1)).toEqual([])
  const { dueAt } = await stored('sub_1')
  expect(dueAt!.getTime()).toBeGreaterThan(Date.now() + 60_000)
  await everythingIsDue()
  await runRead(deps(), await lease())
  expect(await webhook.db.planEntitlement.count()).toBe(1)
})

it('comes again after a fault of Stripe’s, later each time, with what it failed with', async () => {
  await want('sub_1')
  answers.answerAll(() => ({ status: 500, body: { error: { type: 'api_error', message: 'down' } } }))
  const pauses: number[] = []
  for (let n = 0; n < 6; n += 1) {
    await everythingIsDue()
    await runRead(deps(), await lease())
    pauses.push((await stored('sub_1')).dueAt!.getTime() - Date.now())
  }
  expect(pauses.at(-1)).toBeGreaterThan(10_000)
  expect(pauses[0]).toBeLessThan(1_001)
  expect(await stored('sub_1')).toMatchObject({ attempts: 6, lastError: 'Stripe answered 500 (api_error).' })
  await want('sub_1')
  expect((await stored('sub_1')).dueAt!.getTime()).toBeLessThanOrEqual(Date.now() + 100)
})

it('is not wanted when the event that wanted it is rolled back', async () => {
  const failing = inTransaction(webhook.db, async (tx) => {
    await wantRead(tx, { kind: 'subscription', objectId: 'sub_1', when: 'at_once' })
    throw new Error('later fault')
  })
  await expect(failing).rejects.toThrow('later fault')
  expect(await webhook.db.read.count()).toBe(0)
})

/** Begins a read and holds Stripe's answer back. */
async function asked(read: () => Promise<unknown>) {
  let isAsked = () => {}
  let now = (_body: object) => {}
  const asking = new Promise<void>((resolve) => (isAsked = resolve))
  const body = new Promise<object>((resolve) => (now = resolve))
  answers.answerAll(async () => {
    isAsked()
    return { body: await body }
  })
  const ended = read()
  await asking
  return { answer: { now, ended } }
}
