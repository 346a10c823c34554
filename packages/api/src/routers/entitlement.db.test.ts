import { setupCatalogue } from '@paidup/billing/operate'
import { fixture } from '@paidup/billing/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop('entitlement')
})
afterAll(() => shop.close())

const sessionIdOf = (url: string) => /cs_test_\w+/.exec(url)?.[0] ?? ''
const pro = { plan: 'pro', interval: 'month' } as const

describe('entitlement.forCheckout', () => {
  beforeAll(() => setupCatalogue(shop.stripe))

  it('does not tell another organization that the session exists', async () => {
    const owner = shop.newCaller()
    const sessionId = sessionIdOf((await owner.call.checkout.create(pro)).url)
    expect(await owner.call.entitlement.forCheckout({ sessionId })).toEqual({
      state: 'finalizing',
      plan: 'pro',
      seats: null,
      quantity: null,
    })
    const stranger = shop.newCaller().call.entitlement
    const refusal = await stranger.forCheckout({ sessionId }).catch((error: unknown) => error)
    const unknown = await stranger
      .forCheckout({ sessionId: 'cs_test_nowhere' })
      .catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'NOT_FOUND', message: (unknown as Error).message })
  })

  it('is ready when the subscription grants the plan, and not before', async () => {
    const { viewer, call } = shop.newCaller()
    const sessionId = sessionIdOf((await call.checkout.create(pro)).url)
    const ids = { subscription: `sub_${viewer.orgId}`, customer: `cus_${viewer.orgId}` }
    const metadata = { org_id: viewer.orgId }
    await shop.webhook.deliver(
      fixture('checkout.session.completed', {
        object: { ...ids, id: sessionId, metadata },
        event: { id: 'evt_api_done' },
      }),
    )
    expect(await call.entitlement.forCheckout({ sessionId })).toMatchObject({ state: 'finalizing' })
    const object = { id: ids.subscription, customer: ids.customer }
    await shop.webhook.deliver(
      fixture('customer.subscription.updated', { object, event: { id: 'evt_api_active' } }),
    )
    expect(await call.entitlement.forCheckout({ sessionId })).toEqual({
      state: 'ready',
      plan: 'pro',
      seats: 1,
      quantity: null,
    })
  })
})

it('is the free plan for an organization that never paid', async () => {
  expect(await shop.newCaller().call.entitlement.current()).toMatchObject({
    plan: 'free',
    status: null,
    features: [],
  })
})
