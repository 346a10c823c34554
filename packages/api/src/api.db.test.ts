import { createStripe, processWebhook, setupCatalogue } from '@paidup/billing'
import { fixture, openTestWebhook, signed, type TestWebhook } from '@paidup/billing/testing'
import { startStripeLocal, type StripeLocal } from '@paidup/stripe-local'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCaller } from './app-router.ts'
import type { ApiServices, Viewer } from './context.ts'

let webhook: TestWebhook
let local: StripeLocal
let stripe: Stripe
let services: ApiServices
beforeAll(async () => {
  webhook = await openTestWebhook()
  local = await startStripeLocal({ port: 0, seed: 'api' })
  stripe = createStripe({ secretKey: 'sk_test_local', apiBase: local.url })
  services = { ...webhook.deps, stripe, appUrl: 'https://shop.example' }
})
afterAll(async () => {
  await local.close()
  await webhook.close()
})

let nextOrg = 0
/** A caller who is signed in, for an organization of its own. */
function newCaller() {
  nextOrg += 1
  const viewer: Viewer = {
    userId: `user_${nextOrg}`,
    email: `u${nextOrg}@example.com`,
    orgId: `org_${nextOrg}`,
  }
  return { viewer, call: createCaller({ services, viewer }) }
}
const sessionIdOf = (url: string) => /cs_test_\w+/.exec(url)?.[0] ?? ''
const pro = { plan: 'pro', interval: 'month' } as const

it('refuses every procedure to who is not signed in', async () => {
  const call = createCaller({ services, viewer: null })
  await expect(call.entitlement.current()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(call.entitlement.forCheckout({ sessionId: 'cs_1' })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await expect(call.checkout.create(pro)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

describe('checkout.create', () => {
  it('says what to do when the catalogue is not set up', async () => {
    const { call } = newCaller()
    await expect(call.checkout.create(pro)).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      message: expect.stringContaining('stripe:setup') as string,
    })
    expect(webhook.lines.at(-1)).toMatchObject({ level: 'error', seam: 'trpc', path: 'checkout.create' })
    expect(await setupCatalogue(stripe)).toEqual([
      'pro_monthly',
      'pro_yearly',
      'lifetime',
      'team_monthly',
      'team_yearly',
      'credits_100',
    ])
    expect(await setupCatalogue(stripe)).toEqual([])
  })

  it('makes one customer and one session for a double click', async () => {
    const { viewer, call } = newCaller()
    const urls = await Promise.all([
      call.checkout.create(pro),
      call.checkout.create(pro),
      call.checkout.create(pro),
    ])
    expect(new Set(urls.map(({ url }) => url)).size).toBe(1)
    expect(await webhook.db.billingCustomer.count({ where: { orgId: viewer.orgId } })).toBe(1)
    const { data: customers } = await stripe.customers.list({ email: viewer.email })
    expect(customers).toHaveLength(1)
    const { data: sessions } = await stripe.checkout.sessions.list({ customer: customers[0]!.id })
    expect(sessions).toMatchObject([
      {
        client_reference_id: viewer.orgId,
        success_url: 'https://shop.example/success?session_id={CHECKOUT_SESSION_ID}',
      },
    ])
  })

  it('begins a new session once the last one has expired', async () => {
    const { call } = newCaller()
    const first = sessionIdOf((await call.checkout.create(pro)).url)
    const expired = await stripe.checkout.sessions.expire(first)
    const event = fixture('checkout.session.expired', { event: { id: 'evt_api_expired' } })
    const body = JSON.stringify({ ...event, data: { object: expired } })
    expect(await processWebhook(webhook.deps, signed(body))).toMatchObject({ outcome: 'processed' })
    expect(await call.entitlement.forCheckout({ sessionId: first })).toMatchObject({ state: 'expired' })
    expect(sessionIdOf((await call.checkout.create(pro)).url)).not.toBe(first)
  })

  it('expires the session before when another thing is asked for, so that one can be paid', async () => {
    const { call } = newCaller()
    const both = [
      call.checkout.create(pro),
      call.checkout.create({ plan: 'team', interval: 'year', quantity: 3 }),
    ]
    const ids = (await Promise.all(both)).map(({ url }) => sessionIdOf(url))
    const sessions = await Promise.all(ids.map((id) => stripe.checkout.sessions.retrieve(id)))
    expect(sessions.map((session) => session.status).sort()).toEqual(['expired', 'open'])
    // And back again: not the address of the one that has expired.
    const again = await stripe.checkout.sessions.retrieve(sessionIdOf((await call.checkout.create(pro)).url))
    expect(again.status).toBe('open')
  })

  it('makes one customer for two members of an organization who ask at once', async () => {
    const { viewer, call } = newCaller()
    const other = createCaller({
      services,
      viewer: { ...viewer, userId: 'user_other', email: 'other@example.com' },
    })
    const urls = await Promise.all([call.checkout.create(pro), other.checkout.create(pro)])
    const sessions = await Promise.all(
      urls.map(({ url }) => stripe.checkout.sessions.retrieve(sessionIdOf(url))),
    )
    expect(new Set(sessions.map((session) => session.customer)).size).toBe(1)
    expect(sessions.map((session) => session.status).sort()).toEqual(['expired', 'open'])
  })

  it('sells one Pro, whatever quantity is asked for', async () => {
    const { call } = newCaller()
    const id = sessionIdOf((await call.checkout.create({ ...pro, quantity: 5 })).url)
    const { data: items } = await stripe.checkout.sessions.listLineItems(id)
    expect(items).toMatchObject([{ quantity: 1 }])
  })

  it('refuses a second one while the first is paid for and its subscription has not arrived', async () => {
    const { viewer, call } = newCaller()
    const id = sessionIdOf((await call.checkout.create(pro)).url)
    const object = {
      id,
      metadata: { org_id: viewer.orgId },
      customer: `cus_${viewer.orgId}`,
      subscription: `sub_${viewer.orgId}`,
    }
    await webhook.deliver(fixture('checkout.session.completed', { object, event: { id: 'evt_api_paid' } }))
    await expect(call.checkout.create(pro)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it.each(['past_due', 'unpaid', 'paused'])(
    'refuses a second one beside a subscription that is %s',
    async (status) => {
      const { viewer, call } = newCaller()
      const object = { id: `sub_${viewer.orgId}`, customer: `cus_${viewer.orgId}`, status }
      await webhook.deliver(
        fixture('customer.subscription.updated', { object, event: { id: `evt_api_${status}` } }),
      )
      await webhook.db.billingCustomer.create({
        data: { stripeCustomerId: object.customer, orgId: viewer.orgId, livemode: false },
      })
      await expect(call.checkout.create(pro)).rejects.toMatchObject({ code: 'CONFLICT' })
    },
  )

  it('refuses an organization that has a plan', async () => {
    const { viewer, call } = newCaller()
    const object = { id: `sub_${viewer.orgId}`, customer: `cus_${viewer.orgId}` }
    await webhook.deliver(fixture('customer.subscription.updated', { object, event: { id: 'evt_api_plan' } }))
    await webhook.db.billingCustomer.create({
      data: { stripeCustomerId: object.customer, orgId: viewer.orgId, livemode: false },
    })
    await expect(call.checkout.create(pro)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await call.entitlement.current()).toMatchObject({ plan: 'pro', status: 'active', endsAt: null })
  })

  it('refuses seats that are no number of seats', async () => {
    const { call } = newCaller()
    for (const quantity of [0, -1, 1.5, 1001]) {
      await expect(call.checkout.create({ plan: 'team', interval: 'year', quantity })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
    }
  })
})

describe('entitlement.forCheckout', () => {
  it('does not tell another organization that the session exists', async () => {
    const owner = newCaller()
    const sessionId = sessionIdOf((await owner.call.checkout.create(pro)).url)
    expect(await owner.call.entitlement.forCheckout({ sessionId })).toEqual({
      state: 'finalizing',
      plan: 'pro',
      seats: null,
    })
    const stranger = newCaller().call.entitlement
    const refusal = await stranger.forCheckout({ sessionId }).catch((error: unknown) => error)
    const unknown = await stranger
      .forCheckout({ sessionId: 'cs_test_nowhere' })
      .catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'NOT_FOUND', message: (unknown as Error).message })
  })

  it('is ready when the subscription grants the plan, and not before', async () => {
    const { viewer, call } = newCaller()
    const sessionId = sessionIdOf((await call.checkout.create(pro)).url)
    const ids = { subscription: `sub_${viewer.orgId}`, customer: `cus_${viewer.orgId}` }
    const metadata = { org_id: viewer.orgId }
    await webhook.deliver(
      fixture('checkout.session.completed', {
        object: { ...ids, id: sessionId, metadata },
        event: { id: 'evt_api_done' },
      }),
    )
    expect(await call.entitlement.forCheckout({ sessionId })).toMatchObject({ state: 'finalizing' })
    const object = { id: ids.subscription, customer: ids.customer }
    await webhook.deliver(
      fixture('customer.subscription.updated', { object, event: { id: 'evt_api_active' } }),
    )
    expect(await call.entitlement.forCheckout({ sessionId })).toEqual({
      state: 'ready',
      plan: 'pro',
      seats: 1,
    })
  })
})

it('is the free plan for an organization that never paid', async () => {
  expect(await newCaller().call.entitlement.current()).toMatchObject({
    plan: 'free',
    status: null,
    features: [],
  })
})
