import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { currentEntitlement } from '../reading/current-entitlement.ts'
import { fixture } from '../testing/fixtures.ts'
import { openTestWebhook, type TestWebhook } from '../testing/webhook.ts'

let webhook: TestWebhook
beforeAll(async () => {
  webhook = await openTestWebhook()
})
afterAll(() => webhook.close())
beforeEach(() => webhook.clear())

const current = () =>
  currentEntitlement(
    { db: webhook.db, clock: { now: () => new Date(1790700000_000) }, livemode: false },
    'org_fixture',
  )
const lifetime = {
  mode: 'payment',
  subscription: null,
  payment_intent: 'pi_3Pd0fixture',
  metadata: { org_id: 'org_fixture', plan: 'lifetime' },
}
const opened = (object: object = {}) => webhook.tell('charge.dispute.created', object)
const closed = (status: string) => webhook.tell('charge.dispute.closed', { status })

async function subscribed(product = 'paidup_pro', lookupKey = 'pro_monthly'): Promise<void> {
  const { items } = fixture('customer.subscription.updated').data.object as unknown as {
    items: { data: [{ price: object }] }
  }
  const [item] = items.data
  const price = { ...item.price, product, lookup_key: lookupKey }
  await webhook.tell('customer.subscription.updated', { items: { data: [{ ...item, price }] } })
  await webhook.tell('invoice.paid')
  await webhook.tell('invoice_payment.paid')
}

describe('a disputed payment', () => {
  it('of a subscription suspends it while the bank decides, and gives it again when it is won', async () => {
    await subscribed()
    await opened()
    expect(await current()).toMatchObject({ plan: 'free', lapsed: { plan: 'pro', status: 'disputed' } })
    await closed('won')
    expect(await current()).toMatchObject({ plan: 'pro', lapsed: null })
  })

  it('ends the plan when it is lost, and gives it again when the loss is overturned', async () => {
    await subscribed()
    await closed('lost')
    expect((await current()).plan).toBe('free')
    await closed('won')
    expect((await current()).plan).toBe('pro')
  })

  it('leaves a plan whose policy says so until it is lost', async () => {
    await subscribed('paidup_team', 'team_monthly')
    await opened()
    expect((await current()).plan).toBe('team')
    await closed('lost')
    expect((await current()).plan).toBe('free')
  })

  it('of a purchase is the same', async () => {
    await webhook.tell('checkout.session.completed', lifetime)
    await opened()
    expect((await current()).plan).toBe('free')
    await closed('won')
    expect((await current()).plan).toBe('lifetime')
  })

  it('ends right in whatever order it is told', async () => {
    await closed('won')
    await opened()
    await webhook.tell('charge.dispute.updated')
    await subscribed()
    expect((await current()).plan).toBe('pro')
  })

  it('is no dispute as long as the bank only asks', async () => {
    await subscribed()
    await opened({ status: 'warning_needs_response' })
    expect((await current()).plan).toBe('pro')
    await webhook.tell('charge.dispute.closed', { status: 'warning_closed' })
    expect((await current()).plan).toBe('pro')
  })

  it('of another subscription of the org takes nothing from this one', async () => {
    await subscribed()
    await opened({ payment_intent: 'pi_of_another' })
    expect((await current()).plan).toBe('pro')
  })
})
