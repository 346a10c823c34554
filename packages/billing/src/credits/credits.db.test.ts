import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { spendCredits } from './spend-credits.ts'
import { creditBalance } from '../reading/credit-balance.ts'
import { fixture } from '../testing/fixtures.ts'
import { openStripeAnswers } from '../testing/stripe-answers.ts'
import { openTestWebhook, type TestWebhook } from '../testing/webhook.ts'

let webhook: TestWebhook
beforeAll(async () => {
  webhook = await openTestWebhook()
})
afterAll(() => webhook.close())
beforeEach(() => webhook.clear())

const PACK = {
  mode: 'payment',
  subscription: null,
  invoice: null,
  payment_intent: 'pi_of_pack',
  amount_total: 2700,
  metadata: { org_id: 'org_fixture', user_id: 'user_fixture', plan: 'credits_100', quantity: '3' },
}
const boughtPacks = () => webhook.tell('checkout.session.completed', PACK)
const refunded = (id: string, amount: number, payment = 'pi_of_pack') =>
  webhook.tell('refund.created', { id, amount, payment_intent: payment })
const deps = () => ({ db: webhook.db, clock: webhook.deps.clock, livemode: false })
const balance = () => creditBalance(deps(), 'org_fixture')
const spend = (credits: number, idempotencyKey: string) =>
  spendCredits(deps(), { orgId: 'org_fixture', credits, idempotencyKey })

describe('a credit pack', () => {
  it('is credited once, in as many as were bought', async () => {
    await boughtPacks()
    await boughtPacks()
    expect(await balance()).toBe(300)
  })

  it('is credited when its delayed payment arrives, not before', async () => {
    await webhook.tell('checkout.session.completed', { ...PACK, payment_status: 'unpaid' })
    expect(await balance()).toBe(0)
    await webhook.tell('checkout.session.async_payment_succeeded', { ...PACK, payment_status: 'paid' })
    expect(await balance()).toBe(300)
  })

  it('goes in proportion to what is refunded, once a refund, and three thirds are the whole', async () => {
    await boughtPacks()
    await refunded('re_1', 100)
    await refunded('re_1', 100)
    expect(await balance()).toBe(289)
    await refunded('re_2', 1000)
    await refunded('re_3', 1600)
    expect(await balance()).toBe(0)
  })

  it('goes with a refund that is told before it', async () => {
    await refunded('re_1', 900)
    await boughtPacks()
    expect(await balance()).toBe(200)
  })

  it('comes back when the refund fails', async () => {
    await boughtPacks()
    await refunded('re_1', 900)
    await webhook.tell('refund.failed', { id: 're_1', amount: 900, payment_intent: 'pi_of_pack' })
    expect(await balance()).toBe(300)
  })

  it('goes again when a refund that failed is made once more, of the same amount', async () => {
    const charge = (id: string, amount_refunded: number) => ({
      payment_intent: 'pi_of_pack',
      amount_refunded,
      refunds: {
        data: [
          { id, object: 'refund', amount: 900, currency: 'usd', created: 1, payment_intent: 'pi_of_pack' },
        ],
      },
    })
    await boughtPacks()
    await webhook.tell('charge.refunded', charge('re_1', 900))
    await webhook.tell('refund.failed', { id: 're_1', amount: 900, payment_intent: 'pi_of_pack' })
    expect(await balance()).toBe(300)
    expect(await webhook.tell('charge.refunded', charge('re_2', 900))).toMatchObject({ status: 200 })
    expect(await balance()).toBe(200)
  })

  it('goes with a dispute that is lost, and not with one that is open or won', async () => {
    const dispute = { payment_intent: 'pi_of_pack', amount: 2700 }
    await boughtPacks()
    await webhook.tell('charge.dispute.created', dispute)
    expect(await balance()).toBe(300)
    await webhook.tell('charge.dispute.closed', { ...dispute, status: 'lost' })
    expect(await balance()).toBe(0)
    await webhook.tell('charge.dispute.closed', { ...dispute, status: 'won' })
    expect(await balance()).toBe(300)
  })
})

describe('the credits of a plan', () => {
  it('come once with each paid invoice, under whatever event ids', async () => {
    await webhook.tell('customer.created')
    await webhook.tell('invoice.paid')
    await webhook.tell('invoice.paid')
    expect(await balance()).toBe(100)
    await webhook.tell('invoice.paid', { id: 'in_of_next_month' })
    expect(await balance()).toBe(200)
  })

  it('are there when the customer is linked after they were granted', async () => {
    await webhook.tell('invoice.paid', { parent: null })
    expect(await balance()).toBe(0)
    await webhook.tell('customer.created')
    expect(await balance()).toBe(100)
  })

  it('come for no trial, no change within a period, and no invoice that failed', async () => {
    await webhook.tell('customer.created')
    const { lines } = fixture('invoice.paid').data.object as unknown as { lines: { data: [object] } }
    const [line] = lines.data
    const withLine = (changes: object) => ({ lines: { data: [{ ...line, ...changes }] } })
    await webhook.tell('invoice.paid', { id: 'in_trial', ...withLine({ amount: 0 }) })
    const parent = { subscription_item_details: { proration: true } }
    await webhook.tell('invoice.paid', { id: 'in_proration', ...withLine({ parent }) })
    await webhook.tell('invoice.payment_failed')
    expect(await balance()).toBe(0)
  })

  it('come for twelve months and every seat', async () => {
    await webhook.tell('customer.created')
    const { lines } = fixture('invoice.paid').data.object as unknown as { lines: { data: [object] } }
    const pricing = { price_details: { price: 'price_x', product: 'paidup_team' } }
    const period = { start: 1767225600, end: 1798761600 }
    const line = { ...lines.data[0], pricing, period, quantity: 3 }
    await webhook.tell('invoice.paid', { lines: { data: [line] } })
    expect(await balance()).toBe(50 * 12 * 3)
  })

  it('are found out at Stripe where the line has a price of a product that is not ours', async () => {
    const answers = await openStripeAnswers()
    await webhook.tell('customer.created')
    const { lines } = fixture('invoice.paid').data.object as unknown as { lines: { data: [object] } }
    const withPrice = (price: unknown) => ({
      data: [{ ...lines.data[0], pricing: { price_details: { price, product: 'prod_of_dashboard' } } }],
    })
    await webhook.tell('invoice.paid', { lines: withPrice('price_x') })
    expect(await balance()).toBe(0)
    answers.answerAll((path) => {
      if (path.includes('/lines'))
        return { body: { object: 'list', ...withPrice({ id: 'price_x', lookup_key: 'pro_monthly' }) } }
      return path.startsWith('/v1/invoices')
        ? { body: fixture('invoice.paid').data.object }
        : { body: fixture('customer.subscription.updated').data.object }
    })
    await webhook.runJobs(answers.stripe)
    expect(await balance()).toBe(100)
    await answers.close()
  })

  it('are counted over all lines of an invoice that is too long for its payload', async () => {
    const answers = await openStripeAnswers()
    const invoice = fixture('invoice.paid').data.object as unknown as { lines: { data: [object] } }
    const [line] = invoice.lines.data
    const proration = { ...line, proration: true }
    await webhook.tell('customer.created')
    await webhook.tell('invoice.paid', { lines: { data: Array(10).fill(proration), has_more: true } })
    expect(await balance()).toBe(0)
    const priced = { pricing: { price_details: { price: 'price_x', product: 'paidup_pro' } } }
    answers.answerAll((path) => {
      if (path.includes('/lines'))
        return { body: { object: 'list', data: [proration, { ...line, ...priced }] } }
      return path.startsWith('/v1/invoices')
        ? { body: invoice }
        : { body: fixture('customer.subscription.updated').data.object }
    })
    await webhook.runJobs(answers.stripe)
    expect(await balance()).toBe(100)
    await answers.close()
  })

  it('go in proportion when the invoice is refunded, in whatever order all that is told', async () => {
    const tellings = [
      () => webhook.tell('customer.created'),
      () => webhook.tell('invoice.paid'),
      () => webhook.tell('invoice_payment.paid'),
      () => refunded('re_1', 950, 'pi_3Pd0fixture'),
    ]
    for (const order of [tellings, tellings.toReversed(), [...tellings.slice(2), ...tellings.slice(0, 2)]]) {
      await webhook.clear()
      for (const tell of order) await tell()
      expect(await balance()).toBe(50)
    }
  })

  it('go also when invoice, payment and refund are told at the same time', async () => {
    for (let round = 0; round < 20; round += 1) {
      await webhook.clear()
      await Promise.all([
        webhook.tell('invoice.paid'),
        webhook.tell('invoice_payment.paid'),
        refunded('re_1', 950, 'pi_3Pd0fixture'),
        webhook.tell('charge.refunded', { amount_refunded: 950 }),
      ])
      expect(await balance()).toBe(50)
    }
  })
})

it('has a balance that does not depend on the order or the number of deliveries', async () => {
  const pack = fixture('checkout.session.completed', { object: PACK, event: { id: 'evt_pack' } })
  const refund = (id: string, amount: number, type = 'refund.created') =>
    fixture(type, {
      object: { id, amount, payment_intent: 'pi_of_pack' },
      event: { id: `evt_${id}_${type.length}` },
    })
  const events = [
    pack,
    { ...pack, id: 'evt_pack_twin' },
    fixture('customer.created'),
    fixture('invoice.paid'),
    fixture('invoice_payment.paid'),
    fixture('charge.refunded', { object: { amount_refunded: 475 } }),
    fixture('refund.created', { object: { amount: 475 } }),
    refund('re_a', 700),
    refund('re_b', 650),
    refund('re_c', 1350),
    refund('re_c', 1350, 'refund.failed'),
  ]
  for (let round = 0; round < 15; round += 1) {
    await webhook.clear()
    const doubled = [...events, ...events].map((event) => ({ event, turn: Math.random() }))
    doubled.sort((a, b) => a.turn - b.turn)
    const results = await Promise.all(doubled.map(({ event }) => webhook.deliver(event)))
    expect(new Set(results.map((result) => result.outcome))).toEqual(new Set(['processed', 'duplicate']))
    expect(await balance()).toBe(300 - 150 + 100 - 25)
  }
})

describe('spending', () => {
  it('takes from the balance, once a key', async () => {
    await boughtPacks()
    expect(await spend(120, 'job_1')).toBe(180)
    expect(await spend(120, 'job_1')).toBe(180)
    expect(await balance()).toBe(180)
    await expect(spend(130, 'job_1')).rejects.toMatchObject({ reason: 'key_reused' })
  })

  it('never takes more than there is, however many ask at once', async () => {
    await boughtPacks()
    const asked = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => spend(10, `job_${n}`)))
    expect(asked.filter((result) => result.status === 'fulfilled')).toHaveLength(30)
    expect(await balance()).toBe(0)
    await expect(spend(1, 'job_more')).rejects.toMatchObject({ reason: 'not_enough_credits' })
  })

  it('of what is refunded later leaves a debt', async () => {
    await boughtPacks()
    await spend(300, 'job_1')
    await refunded('re_1', 2700)
    expect(await balance()).toBe(-300)
    await expect(spend(1, 'job_2')).rejects.toMatchObject({ reason: 'not_enough_credits' })
  })
})
