import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { creditBalance } from '../reading/credit-balance.ts'
import { currentEntitlement } from '../reading/current-entitlement.ts'
import { paymentHistory } from '../reading/payment-history.ts'
import { fixture } from '../testing/fixtures.ts'
import { openStripeAnswers } from '../testing/stripe-answers.ts'
import { openTestWebhook, type TestWebhook } from '../testing/webhook.ts'

let webhook: TestWebhook
beforeAll(async () => {
  webhook = await openTestWebhook()
})
afterAll(() => webhook.close())
beforeEach(() => webhook.clear())

const deps = () => ({ db: webhook.db, clock: { now: () => new Date(1790700000_000) }, livemode: false })
const plan = async (org = 'org_fixture') => (await currentEntitlement(deps(), org)).plan
const SUBSCRIPTION = fixture('customer.subscription.updated').data.object
const unlinked = () => webhook.tell('customer.subscription.updated', { metadata: {} })

describe('a subscription that nobody said whose it is, as those made in the Dashboard', () => {
  it.each([
    ['its customer names the org when it is made', 'customer.created', {}],
    ['its customer names the org later', 'customer.updated', {}],
    ['its own metadata name the org', 'customer.subscription.updated', {}],
    ['its invoice names the org', 'invoice.paid', {}],
    ['a checkout of its customer names the org', 'checkout.session.completed', {}],
    [
      'a payment link carries the org as client_reference_id',
      'checkout.session.completed',
      { metadata: {}, client_reference_id: 'org_fixture' },
    ],
  ])('shows as soon as %s', async (_how, type, object) => {
    await unlinked()
    expect(await plan()).toBe('free')
    await webhook.tell(type, object)
    expect(await plan()).toBe('pro')
  })
})

it('leaves a customer where it was linked first', async () => {
  await webhook.tell('customer.created')
  await unlinked()
  await webhook.tell('customer.updated', { metadata: { org_id: 'org_other' } })
  expect([await plan(), await plan('org_other')]).toEqual(['pro', 'free'])
})

describe('a customer that only the URL of a payment link has given to an org', () => {
  const byReference = { metadata: {}, client_reference_id: 'org_of_reference' }

  it('goes to the org that its metadata name, in either order', async () => {
    const tellings = [
      () => webhook.tell('checkout.session.completed', byReference),
      () => webhook.tell('customer.updated'),
    ]
    for (const order of [tellings, tellings.toReversed()]) {
      await webhook.clear()
      await unlinked()
      for (const tell of order) await tell()
      expect([await plan(), await plan('org_of_reference')]).toEqual(['pro', 'free'])
    }
  })

  it('takes its credits along to the org that its metadata name', async () => {
    const anonymous = { parent: { subscription_details: { subscription: 'sub_1Pd0fixture' } } }
    const tellings = [
      () => webhook.tell('checkout.session.completed', byReference),
      () => webhook.tell('invoice.paid', anonymous),
      () => webhook.tell('customer.updated'),
    ]
    for (const order of [tellings, tellings.toReversed()]) {
      await webhook.clear()
      for (const tell of order) await tell()
      expect([
        await creditBalance(deps(), 'org_fixture'),
        await creditBalance(deps(), 'org_of_reference'),
      ]).toEqual([100, 0])
    }
  })
})

describe('a customer that is deleted', () => {
  const link = () => webhook.db.billingCustomer.findFirst({ select: { orgId: true, formerOrgId: true } })

  it('has no org any more, and what comes late for it is taken in and links it to none', async () => {
    await webhook.tell('customer.created')
    await webhook.tell('customer.deleted')
    expect(await link()).toEqual({ orgId: null, formerOrgId: 'org_fixture' })
    for (const type of [
      'customer.updated',
      'customer.subscription.updated',
      'customer.subscription.deleted',
      'checkout.session.completed',
      'invoice.paid',
      'customer.deleted',
    ]) {
      expect((await webhook.tell(type)).status).toBe(200)
    }
    expect(await link()).toEqual({ orgId: null, formerOrgId: 'org_fixture' })
    expect(await plan()).toBe('free')
  })

  it('ends the same when its end is told first', async () => {
    await webhook.tell('customer.deleted', { metadata: {} })
    await webhook.tell('customer.created')
    await webhook.tell('checkout.session.completed')
    expect(await link()).toEqual({ orgId: null, formerOrgId: 'org_fixture' })
  })

  it('leaves its org what it has paid', async () => {
    await webhook.tell('invoice.paid')
    await webhook.tell('customer.deleted')
    expect(await paymentHistory(deps(), 'org_fixture')).toMatchObject([{ kind: 'invoice_paid' }])
  })
})

it('links the customer of a subscription that only the re-read could tell of', async () => {
  const answers = await openStripeAnswers()
  await unlinked()
  answers.answerAll(() => ({ body: { ...SUBSCRIPTION, metadata: { org_id: 'org_fixture' } } }))
  await webhook.runJobs(answers.stripe)
  expect(await plan()).toBe('pro')
  await answers.close()
})
