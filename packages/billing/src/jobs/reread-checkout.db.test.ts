import { expect, it, vi } from 'vitest'
import { rereadSubscription } from './reread-subscription.ts'
import { checkoutProgress } from '../reading/checkout-progress.ts'
import { fixture } from '../testing/fixtures.ts'
import { openForThisFile } from '../testing/for-this-file.ts'
import { rereadCheckout } from './reread-checkout.ts'

const { webhook, answers } = await openForThisFile()

const deps = () => ({ ...webhook.deps, stripe: answers.stripe })
const object = (type: string, changes: object = {}) =>
  structuredClone(fixture(type, { object: changes }).data.object) as unknown as Record<string, unknown>
const opened = (id: string, mode = 'subscription') =>
  webhook.db.checkoutSession.create({
    data: { id, orgId: 'org_fixture', mode, status: 'open', paymentStatus: 'unpaid' },
  })
const state = async (id: string) =>
  (await checkoutProgress({ db: webhook.db, clock: webhook.deps.clock }, 'org_fixture', id))?.state

it('makes a checkout ready before any event has come', async () => {
  await opened('cs_test_fixture')
  answers.answerAll((path) => ({
    body: path.startsWith('/v1/checkout')
      ? object('checkout.session.completed')
      : object('customer.subscription.updated'),
  }))
  expect(await rereadCheckout(deps(), 'org_fixture', 'cs_test_fixture')).toBe(true)
  expect(await state('cs_test_fixture')).toBe('ready')
  expect(await webhook.db.processedEvent.count()).toBe(0)
})

it('asks Stripe for nothing when the checkout is another org’s', async () => {
  await opened('cs_test_fixture')
  answers.answerAll(() => {
    throw new Error('asked Stripe')
  })
  expect(await rereadCheckout(deps(), 'org_other', 'cs_test_fixture')).toBe(false)
})

it('grants what was bought once, and the event that follows finds it done', async () => {
  const sold = { mode: 'payment', subscription: null, payment_intent: 'pi_1', invoice: null }
  const metadata = { org_id: 'org_fixture', plan: 'credits_100' }
  await opened('cs_test_fixture', 'payment')
  answers.answerAll(() => ({ body: object('checkout.session.completed', { ...sold, metadata }) }))
  await rereadCheckout(deps(), 'org_fixture', 'cs_test_fixture')
  await webhook.tell('checkout.session.completed', { ...sold, metadata })
  expect(await rereadCheckout(deps(), 'org_fixture', 'cs_test_fixture')).toBe(false)
  expect(await webhook.db.creditEntry.findMany({ select: { delta: true } })).toEqual([{ delta: 100 }])
  expect(await webhook.db.payment.count()).toBe(1)
  expect(await state('cs_test_fixture')).toBe('ready')
})

const CHECKOUTS = 1000
/** So few that the machine keeps up: where all are slow, no answer comes late. */
const AT_ONCE = 20

/**
 * Stripe activates a subscription at some moment while its events, their job and the page are at it. Its answers are
 * as old as the moment they were made in, and come as late as they like; all clocks show the same second.
 */
it(`ends right in ${CHECKOUTS} checkouts that page, webhook and job work on at the same time`, async () => {
  const second = 1790000001
  const isActive = new Set<string>()
  const reads = new Map<string, number>()
  const pause = (most: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * most))
  const subscription = (n: string, status: string) =>
    object('customer.subscription.updated', { id: `sub_${n}`, customer: `cus_${n}`, status })
  answers.answerAll(async (path) => {
    const n = /_(\d+)(\?|$)/.exec(path)?.[1] ?? ''
    await pause(4)
    if (path.startsWith('/v1/subscriptions')) reads.set(n, (reads.get(n) ?? 0) + 1)
    const body = path.startsWith('/v1/checkout')
      ? object('checkout.session.completed', {
          id: `cs_test_${n}`,
          customer: `cus_${n}`,
          subscription: `sub_${n}`,
        })
      : subscription(n, isActive.has(n) ? 'active' : 'incomplete')
    await pause(Math.random() < 0.2 ? 400 : 8)
    return { body, date: new Date(second * 1000) }
  })
  const told = (n: string, status: string) => {
    const type = status === 'active' ? 'updated' : 'created'
    const event = { created: second }
    return webhook.tell(`customer.subscription.${type}`, subscription(n, status), event)
  }
  const page = (n: string) => rereadCheckout(deps(), 'org_fixture', `cs_test_${n}`)
  const job = (n: string) => rereadSubscription(deps(), `sub_${n}`)

  async function checkout(n: string): Promise<void> {
    await opened(`cs_test_${n}`)
    const early: Promise<unknown>[] = [page(n), job(n), told(n, 'incomplete')]
    await Promise.all(early)
    // Now that the mark is set, only its ticket tells a late answer of this one from the last.
    const seen = reads.get(n)
    early.push(page(n), job(n))
    await vi.waitUntil(() => reads.get(n) !== seen, { interval: 5, timeout: 20_000 })
    isActive.add(n)
    // The job that the last event enqueues; what runs beside it may have asked before the change.
    const late = told(n, 'active').then(() => job(n))
    await Promise.all([...early, late, page(n)])
  }

  let next = 0
  const checkoutsOn = async () => {
    while (next < CHECKOUTS) await checkout(String(next++))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, checkoutsOn))
  const statuses = await webhook.db.planEntitlement.groupBy({ by: ['status'], _count: true })
  expect(statuses).toEqual([{ status: 'active', _count: CHECKOUTS }])
}, 180_000)
