import { setupCatalogue } from '@paidup/billing/operate'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openTestShop, type TestCaller, type TestShop } from '../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop('twice')
  await setupCatalogue(shop.stripe)
})
afterAll(() => shop.close())

const pro = { plan: 'pro', interval: 'month' } as const
const lifetime = { plan: 'lifetime' } as const
const sessionIdOf = (url: string) => /cs_test_\w+/.exec(url)?.[0] ?? ''
const begin = async ({ call }: TestCaller, wish: typeof pro | typeof lifetime) =>
  sessionIdOf((await call.checkout.create(wish)).url)
const statusOf = async (id: string) => (await shop.stripe.checkout.sessions.retrieve(id)).status
const openOnes = async ({ viewer }: TestCaller) => {
  const { data } = await shop.stripe.checkout.sessions.list({ limit: 100, status: 'open' })
  return data.filter((session) => session.client_reference_id === viewer.orgId)
}

/** Does something in the moment in which the next session has been made at Stripe and nobody here knows of it. */
function whileNextIsMade(act: () => Promise<unknown>): void {
  const { sessions } = shop.stripe.checkout
  const create = sessions.create.bind(sessions)
  const watched = vi.spyOn(sessions, 'create').mockImplementationOnce(async (...request) => {
    const made = await create(...request)
    await act()
    return made
  })
  onTestFinished(() => watched.mockRestore())
}

describe('an organization pays for no plan twice', () => {
  it.each([
    ['lifetime after a subscription', pro, lifetime],
    ['a subscription after lifetime', lifetime, pro],
  ])('when it begins two kinds of checkout: %s', async (_what, first, second) => {
    const caller = shop.newCaller()
    const before = await begin(caller, first)
    const after = await begin(caller, second)
    expect([await statusOf(before), await statusOf(after)]).toEqual(['expired', 'open'])
  })

  it('when one is paid while another is being made: a subscription', async () => {
    const caller = shop.newCaller()
    const { orgId } = caller.viewer
    await begin(caller, pro)
    whileNextIsMade(() =>
      shop.webhook.tell('customer.subscription.updated', {
        id: `sub_${orgId}`,
        customer: `cus_${orgId}`,
        metadata: { org_id: orgId },
      }),
    )
    const refused = caller.call.checkout.create({ plan: 'team', interval: 'month', quantity: 2 })
    await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await openOnes(caller)).map((session) => session.metadata?.['plan'])).not.toContain('team')
  })

  it('when one is paid while another is being made: a plan for good', async () => {
    const caller = shop.newCaller()
    const metadata = { org_id: caller.viewer.orgId, plan: 'lifetime' }
    whileNextIsMade(() =>
      shop.webhook.tell('checkout.session.completed', { mode: 'payment', subscription: null, metadata }),
    )
    await expect(caller.call.checkout.create(lifetime)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await openOnes(caller)).toEqual([])
  })

  it('when it has a subscription and wants a plan for good beside it', async () => {
    const caller = shop.newCaller()
    await shop.subscribe(caller, 'pro_monthly')
    await expect(caller.call.checkout.create(lifetime)).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('a customer that Stripe does not know', () => {
  const credits = { plan: 'credits_100' } as const
  const linkOf = ({ viewer }: TestCaller) =>
    shop.webhook.db.billingCustomer.findMany({
      where: { orgId: viewer.orgId },
      select: { stripeCustomerId: true },
    })

  it('is replaced when it was deleted, before its event has come', async () => {
    const caller = shop.newCaller()
    await begin(caller, pro)
    const [before] = await linkOf(caller)
    await shop.stripe.customers.del(before!.stripeCustomerId)
    const { url } = await caller.call.checkout.create(credits)
    const session = await shop.stripe.checkout.sessions.retrieve(sessionIdOf(url))
    expect(session.customer).not.toBe(before!.stripeCustomerId)
    expect(await linkOf(caller)).toEqual([{ stripeCustomerId: session.customer }])
  })

  it('keeps its link when it was never there, as with the key of another account', async () => {
    const caller = shop.newCaller()
    const { orgId } = caller.viewer
    const link = { stripeCustomerId: 'cus_of_another_account', orgId, livemode: false }
    await shop.webhook.db.billingCustomer.create({ data: link })
    await expect(caller.call.checkout.create(credits)).rejects.toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
    })
    expect(await linkOf(caller)).toEqual([{ stripeCustomerId: 'cus_of_another_account' }])
  })

  it('is not the one whom just the URL of a payment link has given to the organization', async () => {
    const caller = shop.newCaller()
    const byReference = { customer: 'cus_stranger', metadata: {}, client_reference_id: caller.viewer.orgId }
    await shop.webhook.tell('checkout.session.completed', byReference)
    expect(await linkOf(caller)).toEqual([{ stripeCustomerId: 'cus_stranger' }])
    const { url } = await caller.call.checkout.create(credits)
    const { customer } = await shop.stripe.checkout.sessions.retrieve(sessionIdOf(url))
    expect(customer).not.toBe('cus_stranger')
  })

  it('is replaced by one more when the second was deleted, too', async () => {
    const caller = shop.newCaller()
    const made: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const { url } = await caller.call.checkout.create(credits)
      const { customer } = await shop.stripe.checkout.sessions.retrieve(sessionIdOf(url))
      if (typeof customer !== 'string') throw new Error('The session has no customer')
      made.push(customer)
      await shop.stripe.customers.del(customer)
      await shop.catchUp()
    }
    expect(new Set(made).size).toBe(3)
  })
})
