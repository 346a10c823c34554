import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { fixture } from '../testing/fixtures.ts'
import { openStripeAnswers, type StripeAnswers } from '../testing/stripe-answers.ts'
import { openTestWebhook, type TestWebhook } from '../testing/webhook.ts'
import { rereadSubscription } from './reread-subscription.ts'

const ID = 'sub_1Pd0fixture'
let webhook: TestWebhook
let answers: StripeAnswers
beforeAll(async () => {
  webhook = await openTestWebhook()
})
afterAll(() => webhook.close())
beforeEach(async () => {
  await webhook.clear()
  answers = await openStripeAnswers()
  return () => answers.close()
})

const at = (seconds: number) => new Date(seconds * 1000)
const subscription = (status: string) =>
  fixture('customer.subscription.updated', { object: { status } }).data.object
let nextId = 0
const event = (status: string, created: number) => {
  nextId += 1
  return fixture('customer.subscription.updated', {
    object: { status },
    event: { id: `evt_read_${nextId}`, created },
  })
}
const reread = () => rereadSubscription({ db: webhook.db, stripe: answers.stripe, log: webhook.deps.log }, ID)
const row = () => webhook.db.planEntitlement.findFirstOrThrow()

it('writes what Stripe answers and the second of the answer, and leaves the mark to events', async () => {
  await webhook.deliver(event('incomplete', 100))
  const done = reread()
  const answer = await answers.nextRequest()
  answer({ body: subscription('active'), date: at(105) })
  expect(await done).toBe('written')
  expect(await row()).toMatchObject({ status: 'active', readAt: at(105), lastEventAt: at(100) })
})

it('makes the row when no event has made it', async () => {
  const done = reread()
  const answer = await answers.nextRequest()
  answer({ body: subscription('active'), date: at(105) })
  expect(await done).toBe('written')
  expect(await row()).toMatchObject({ status: 'active', readAt: at(105), lastEventAt: null })
})

it('lets the later ticket win when the answers come back in the wrong order', async () => {
  await webhook.deliver(event('incomplete', 100))
  const first = reread()
  const answerFirst = await answers.nextRequest()
  const second = reread()
  const answerSecond = await answers.nextRequest()
  answerSecond({ body: subscription('active'), date: at(103) })
  expect(await second).toBe('written')
  answerFirst({ body: subscription('incomplete'), date: at(102) })
  expect(await first).toBe('overtaken')
  expect(await row()).toMatchObject({ status: 'active', readAt: at(103) })
})

it('draws above the ticket of the row, also where what counts them was lost', async () => {
  await webhook.deliver(event('incomplete', 100))
  await webhook.db.planEntitlement.updateMany({ data: { readTicket: 1_000_000 } })
  for (const lose of [
    () => webhook.db.read.deleteMany(),
    () => webhook.db.read.updateMany({ data: { drawn: 3 } }),
  ]) {
    await lose()
    const done = reread()
    const answer = await answers.nextRequest()
    answer({ body: subscription('active'), date: at(105) })
    expect(await done).toBe('written')
  }
  expect(await row()).toMatchObject({ readTicket: 1_000_002n })
})

it('never writes an answer of an earlier second than the row was read at, whatever its ticket', async () => {
  const first = reread()
  const answerFirst = await answers.nextRequest()
  answerFirst({ body: subscription('active'), date: at(105) })
  expect(await first).toBe('written')
  const second = reread()
  const answerSecond = await answers.nextRequest()
  answerSecond({ body: subscription('incomplete'), date: at(104) })
  expect(await second).toBe('outrun')
  expect(await row()).toMatchObject({ status: 'active', readAt: at(105) })
})

it('does not undo an event that was written while it waited for Stripe', async () => {
  await webhook.deliver(event('incomplete', 100))
  const done = reread()
  const answer = await answers.nextRequest()
  expect(await webhook.deliver(event('active', 101))).toMatchObject({ outcome: 'processed' })
  answer({ body: subscription('incomplete'), date: at(101) })
  expect(await done).toBe('outrun')
  expect(await row()).toMatchObject({ status: 'active', readTicket: null })
})

it('does not undo the first event of a subscription that was written while it waited', async () => {
  const done = reread()
  const answer = await answers.nextRequest()
  await webhook.deliver(event('active', 101))
  answer({ body: subscription('incomplete'), date: at(101) })
  expect(await done).toBe('outrun')
  expect(await row()).toMatchObject({ status: 'active' })
})

it('is not undone by an event that is older than its answer', async () => {
  await webhook.deliver(event('incomplete', 100))
  const done = reread()
  const answer = await answers.nextRequest()
  answer({ body: subscription('canceled'), date: at(110) })
  await done
  expect(await webhook.deliver(event('active', 109))).toMatchObject({ outcome: 'stale' })
  expect(await webhook.deliver(event('active', 110))).toMatchObject({ outcome: 'tied' })
  expect(await row()).toMatchObject({ status: 'canceled', lastEventAt: at(100) })
  expect(await webhook.db.staleEvent.findMany()).toMatchObject([{ eventCreated: at(109), mark: at(110) }])
  expect(await webhook.deliver(event('past_due', 111))).toMatchObject({ outcome: 'processed' })
})

it('leaves the row alone when Stripe knows no such subscription', async () => {
  await webhook.deliver(event('active', 100))
  const done = reread()
  const answer = await answers.nextRequest()
  answer({
    status: 404,
    body: {
      error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such subscription' },
    },
  })
  expect(await done).toBe('missing')
  expect(await row()).toMatchObject({ status: 'active', readAt: null })
})

it('fails, to be run again, when Stripe does', async () => {
  const done = reread()
  const refused = expect(done).rejects.toThrow(/down/)
  const answer = await answers.nextRequest()
  answer({ status: 500, body: { error: { type: 'api_error', message: 'Stripe is down' } } })
  await refused
})
