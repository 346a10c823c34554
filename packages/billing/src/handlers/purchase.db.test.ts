import { describe, expect, it } from 'vitest'
import { checkoutProgress } from '../reading/checkout-progress.ts'
import { currentEntitlement } from '../reading/current-entitlement.ts'
import { fixture } from '../testing/fixtures.ts'
import { openForThisFile } from '../testing/for-this-file.ts'

const { webhook, answers } = await openForThisFile()

const SOLD = {
  mode: 'payment',
  subscription: null,
  invoice: null,
  payment_intent: 'pi_3Pd0fixture',
  amount_total: 1900,
  metadata: { org_id: 'org_fixture', user_id: 'user_fixture', plan: 'lifetime' },
}
const bought = (object: object = {}) => webhook.tell('checkout.session.completed', { ...SOLD, ...object })
const refunded = (id: string, amount: number, object: object = {}) =>
  webhook.tell('refund.created', { id, amount, ...object })
const purchase = async () => {
  const row = await webhook.db.purchase.findFirstOrThrow()
  return [row.status, Number(row.amountRefunded)]
}
const reads = () => ({ db: webhook.db, clock: webhook.deps.clock, livemode: false })
const plan = async () => (await currentEntitlement(reads(), 'org_fixture')).plan
const progress = async () => (await checkoutProgress(reads(), 'org_fixture', 'cs_test_fixture'))?.state

describe('a one-time purchase', () => {
  it('grants its plan when it is paid, and is one fact', async () => {
    await bought()
    await bought()
    expect(await purchase()).toEqual(['paid', 0])
    expect(await plan()).toBe('lifetime')
    expect(await progress()).toBe('ready')
    expect(await webhook.db.payment.findMany()).toMatchObject([
      { businessKey: 'checkout:cs_test_fixture:paid', kind: 'purchase_paid', amount: 1900n },
    ])
  })

  it('that a coupon brought to zero is paid', async () => {
    await bought({ payment_status: 'no_payment_required', payment_intent: null, amount_total: 0 })
    expect(await purchase()).toEqual(['paid', 0])
    expect(await plan()).toBe('lifetime')
  })

  it('is not granted while a delayed payment is under way, and is when it arrives', async () => {
    await bought({ payment_status: 'unpaid' })
    expect([await purchase(), await plan(), await progress()]).toEqual([
      ['pending', 0],
      'free',
      'awaiting_payment',
    ])
    await webhook.tell('checkout.session.async_payment_succeeded', { ...SOLD, payment_status: 'paid' })
    expect([await purchase(), await plan(), await progress()]).toEqual([['paid', 0], 'lifetime', 'ready'])
  })

  it('has failed when the delayed payment is refused, in either order', async () => {
    const unpaid = { ...SOLD, payment_status: 'unpaid' }
    const refusedFirst = ['checkout.session.async_payment_failed', 'checkout.session.completed']
    for (const types of [refusedFirst, refusedFirst.toReversed()]) {
      await webhook.clear()
      for (const type of types) await webhook.tell(type, unpaid)
      expect([await purchase(), await plan(), await progress()]).toEqual([['failed', 0], 'free', 'failed'])
    }
  })

  it('does not go back when what was before is told after it', async () => {
    await webhook.tell('checkout.session.async_payment_succeeded', { ...SOLD, payment_status: 'paid' })
    await refunded('re_1', 500)
    await bought({ payment_status: 'unpaid' })
    expect(await purchase()).toEqual(['partially_refunded', 500])
  })

  it('of a session that does not say what it sold is asked for', async () => {
    await bought({ metadata: {}, client_reference_id: 'org_fixture' })
    expect([await plan(), await progress()]).toEqual(['free', 'finalizing'])
    const item = { quantity: 1, price: { lookup_key: 'lifetime' } }
    answers.answerAll(() => ({
      body: {
        id: 'cs_test_fixture',
        object: 'checkout.session',
        ...SOLD,
        metadata: {},
        client_reference_id: 'org_fixture',
        status: 'complete',
        payment_status: 'paid',
        currency: 'usd',
        created: 1790000000,
        line_items: { data: [item] },
      },
    }))
    await webhook.runJobs(answers.stripe)
    expect([await plan(), await progress()]).toEqual(['lifetime', 'ready'])
  })
})

it('that sold nothing of ours is asked for once, and stays unknown', async () => {
  await bought({ metadata: {}, client_reference_id: 'org_fixture' })
  const session = fixture('checkout.session.completed', { object: { ...SOLD, metadata: {} } }).data.object
  let asked = 0
  answers.answerAll(() => {
    asked += 1
    return {
      body: { ...session, line_items: { data: [{ price: null }, { price: { lookup_key: 'other' } }] } },
    }
  })
  await webhook.runJobs(answers.stripe)
  expect(asked).toBe(1)
  expect(await webhook.db.purchase.findFirst()).toMatchObject({ product: 'unknown', status: 'paid' })
})

it('is not taken for what another maker of sessions calls a plan', async () => {
  await bought({ metadata: { org_id: 'org_fixture', plan: 'spring_campaign' } })
  expect(await webhook.db.purchase.findFirst()).toMatchObject({ product: 'unknown' })
})

describe('a refund', () => {
  it('of a part leaves the plan, of the whole ends it', async () => {
    await bought()
    await refunded('re_1', 500)
    expect([await purchase(), await plan()]).toEqual([['partially_refunded', 500], 'lifetime'])
    await refunded('re_2', 1400)
    expect([await purchase(), await plan(), await progress()]).toEqual([['refunded', 1900], 'free', 'failed'])
  })

  it('counts before the payment it gives back is told', async () => {
    await refunded('re_1', 1900)
    await bought()
    expect([await purchase(), await plan()]).toEqual([['refunded', 1900], 'free'])
  })

  it('counts once under two event ids', async () => {
    await bought()
    await refunded('re_1', 500)
    await refunded('re_1', 500)
    expect(await purchase()).toEqual(['partially_refunded', 500])
  })

  it('and a second one end right when they are told in the wrong order', async () => {
    await bought()
    await webhook.tell('charge.refunded', { amount_refunded: 800, refunded: false })
    await webhook.tell('charge.refunded', { amount_refunded: 300, refunded: false })
    await refunded('re_2', 500)
    await refunded('re_1', 300)
    expect(await purchase()).toEqual(['partially_refunded', 800])
  })

  it('that its charge alone tells of counts at once', async () => {
    await bought()
    await webhook.tell('charge.refunded', { amount_refunded: 1900 })
    expect([await purchase(), await plan()]).toEqual([['refunded', 1900], 'free'])
  })

  it('that fails gives the plan again, in whatever order it is told', async () => {
    const tellings = [
      () => bought(),
      () => refunded('re_1', 1900),
      () => webhook.tell('charge.refunded', { amount_refunded: 1900 }),
      () => webhook.tell('refund.failed', { id: 're_1', amount: 1900 }),
    ]
    for (const order of [tellings, tellings.toReversed(), [...tellings.slice(2), ...tellings.slice(0, 2)]]) {
      await webhook.clear()
      for (const tell of order) await tell()
      expect([await purchase(), await plan()]).toEqual([['paid', 0], 'lifetime'])
    }
  })

  it('and its purchase, told at the same time, find each other', async () => {
    for (let round = 0; round < 20; round += 1) {
      await webhook.clear()
      await Promise.all([bought(), refunded('re_1', 1900), webhook.tell('charge.refunded')])
      expect(await purchase()).toEqual(['refunded', 1900])
    }
  })
})
