import { processWebhook } from '@paidup/billing'
import { setupCatalogue } from '@paidup/billing/operate'
import { fixture, signed } from '@paidup/billing/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCaller } from '../app-router.ts'
import type { Viewer } from '../context.ts'
import { openTestShop, type TestShop } from '../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop('checkout')
})
afterAll(() => shop.close())

const sessionIdOf = (url: string) => /cs_test_\w+/.exec(url)?.[0] ?? ''
const pro = { plan: 'pro', interval: 'month' } as const
const subscriptionOf = ({ orgId }: Viewer, changes: object = {}) => ({
  id: `sub_${orgId}`,
  customer: `cus_${orgId}`,
  metadata: { org_id: orgId },
  ...changes,
})

it('refuses every procedure to who is not signed in', async () => {
  const call = createCaller({ services: shop.services, viewer: null })
  await expect(call.entitlement.current()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(call.entitlement.forCheckout({ sessionId: 'cs_1' })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  const refused = [
    call.checkout.create(pro),
    call.subscription.change(pro),
    call.payments.list(),
    call.credits.balance(),
    call.credits.spend({ credits: 1, idempotencyKey: 'a' }),
  ]
  for (const refusal of refused) await expect(refusal).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

describe('checkout.create', () => {
  it('says what to do when the catalogue is not set up', async () => {
    const { call } = shop.newCaller()
    await expect(call.checkout.create(pro)).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      message: expect.stringContaining('stripe:setup') as string,
    })
    expect(shop.webhook.lines.at(-1)).toMatchObject({ level: 'error', seam: 'trpc', path: 'checkout.create' })
    expect(await setupCatalogue(shop.stripe)).toEqual(
      expect.arrayContaining([
        'pro_monthly',
        'pro_yearly',
        'lifetime',
        'team_monthly',
        'team_yearly',
        'credits_100',
      ]),
    )
    expect(await setupCatalogue(shop.stripe)).toEqual([])
  })

  it('makes one customer and one session for a double click', async () => {
    const { viewer, call } = shop.newCaller()
    const urls = await Promise.all([
      call.checkout.create(pro),
      call.checkout.create(pro),
      call.checkout.create(pro),
    ])
    expect(new Set(urls.map(({ url }) => url)).size).toBe(1)
    expect(await shop.webhook.db.billingCustomer.count({ where: { orgId: viewer.orgId } })).toBe(1)
    const { data: customers } = await shop.stripe.customers.list({ email: viewer.email })
    expect(customers).toHaveLength(1)
    const { data: sessions } = await shop.stripe.checkout.sessions.list({ customer: customers[0]!.id })
    expect(sessions).toMatchObject([
      {
        client_reference_id: viewer.orgId,
        success_url: 'https://shop.example/success?session_id={CHECKOUT_SESSION_ID}',
      },
    ])
  })

  it('begins a new session once the last one has expired', async () => {
    const { call } = shop.newCaller()
    const first = sessionIdOf((await call.checkout.create(pro)).url)
    const expired = await shop.stripe.checkout.sessions.expire(first)
    const event = fixture('checkout.session.expired', { event: { id: 'evt_api_expired' } })
    const body = JSON.stringify({ ...event, data: { object: expired } })
    expect(await processWebhook(shop.webhook.deps, signed(body))).toMatchObject({ outcome: 'processed' })
    expect(await call.entitlement.forCheckout({ sessionId: first })).toMatchObject({ state: 'expired' })
    expect(sessionIdOf((await call.checkout.create(pro)).url)).not.toBe(first)
  })

  it('expires the session before when another thing is asked for, so that one can be paid', async () => {
    const { call } = shop.newCaller()
    const both = [
      call.checkout.create(pro),
      call.checkout.create({ plan: 'team', interval: 'year', quantity: 3 }),
    ]
    const ids = (await Promise.all(both)).map(({ url }) => sessionIdOf(url))
    const sessions = await Promise.all(ids.map((id) => shop.stripe.checkout.sessions.retrieve(id)))
    expect(new Set(sessions.map((session) => session.status))).toEqual(new Set(['expired', 'open']))
    // And back again: not the address of the one that has expired.
    const again = await shop.stripe.checkout.sessions.retrieve(
      sessionIdOf((await call.checkout.create(pro)).url),
    )
    expect(again.status).toBe('open')
  })

  it('makes one customer for two members of an organization who ask at once', async () => {
    const { viewer, call } = shop.newCaller()
    const other = createCaller({
      services: shop.services,
      viewer: { ...viewer, userId: 'user_other', email: 'other@example.com' },
    })
    const urls = await Promise.all([call.checkout.create(pro), other.checkout.create(pro)])
    const sessions = await Promise.all(
      urls.map(({ url }) => shop.stripe.checkout.sessions.retrieve(sessionIdOf(url))),
    )
    expect(new Set(sessions.map((session) => session.customer)).size).toBe(1)
    expect(new Set(sessions.map((session) => session.status))).toEqual(new Set(['expired', 'open']))
  })

  it('sells one Pro, whatever quantity is asked for', async () => {
    const { call } = shop.newCaller()
    const id = sessionIdOf((await call.checkout.create({ ...pro, quantity: 5 })).url)
    const { data: items } = await shop.stripe.checkout.sessions.listLineItems(id)
    expect(items).toMatchObject([{ quantity: 1 }])
  })

  it('sells a plan that is paid once, and credit packs by the number', async () => {
    const { call } = shop.newCaller()
    const bought = async (url: string) => {
      const id = sessionIdOf(url)
      const { data } = await shop.stripe.checkout.sessions.listLineItems(id)
      return { mode: (await shop.stripe.checkout.sessions.retrieve(id)).mode, quantity: data[0]?.quantity }
    }
    const lifetime = await call.checkout.create({ plan: 'lifetime', quantity: 5 })
    expect(await bought(lifetime.url)).toEqual({ mode: 'payment', quantity: 1 })
    const credits = await call.checkout.create({ plan: 'credits_100', interval: null, quantity: 5 })
    expect(await bought(credits.url)).toEqual({ mode: 'payment', quantity: 5 })
  })

  it('refuses what is not sold that way', async () => {
    const { call } = shop.newCaller()
    for (const request of [
      { plan: 'pro' },
      { plan: 'lifetime', interval: 'month' },
      { plan: 'credits_100', interval: 'year' },
    ] as const)
      await expect(call.checkout.create(request)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('refuses a second one while the first is paid for and its subscription has not arrived', async () => {
    const { viewer, call } = shop.newCaller()
    const id = sessionIdOf((await call.checkout.create(pro)).url)
    const object = {
      id,
      metadata: { org_id: viewer.orgId },
      customer: `cus_${viewer.orgId}`,
      subscription: `sub_${viewer.orgId}`,
    }
    await shop.webhook.deliver(
      fixture('checkout.session.completed', { object, event: { id: 'evt_api_paid' } }),
    )
    await expect(call.checkout.create(pro)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it.each(['past_due', 'unpaid', 'paused'])(
    'refuses a second one beside a subscription that is %s',
    async (status) => {
      const { viewer, call } = shop.newCaller()
      const object = subscriptionOf(viewer, { status })
      await shop.webhook.deliver(
        fixture('customer.subscription.updated', { object, event: { id: `evt_api_${status}` } }),
      )
      await expect(call.checkout.create(pro)).rejects.toMatchObject({ code: 'CONFLICT' })
    },
  )

  it('refuses an organization that has a plan', async () => {
    const { viewer, call } = shop.newCaller()
    const object = subscriptionOf(viewer)
    await shop.webhook.deliver(
      fixture('customer.subscription.updated', { object, event: { id: 'evt_api_plan' } }),
    )
    await expect(call.checkout.create(pro)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await call.entitlement.current()).toMatchObject({ plan: 'pro', status: 'active', endsAt: null })
  })

  it('refuses seats that are no number of seats', async () => {
    const { call } = shop.newCaller()
    for (const quantity of [0, -1, 1.5, 1001]) {
      await expect(call.checkout.create({ plan: 'team', interval: 'year', quantity })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
    }
  })
})
