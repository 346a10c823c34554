import { describe, expect, it } from 'vitest'
import { currentEntitlement } from '../reading/current-entitlement.ts'
import { paymentHistory } from '../reading/payment-history.ts'
import { fixture } from '../testing/fixtures.ts'
import { openForThisFile } from '../testing/for-this-file.ts'

const { webhook, answers } = await openForThisFile()

const INVOICE_PDF = 'https://pay.stripe.com/invoice/acct_fixture/test_in_1Pd0fixture/pdf'

const facts = async () =>
  (await webhook.db.payment.findMany({ orderBy: { businessKey: 'asc' } })).map((payment) => ({
    ...payment,
    amount: Number(payment.amount),
  }))
const keys = async () => (await facts()).map((fact) => fact.businessKey)
const history = async () =>
  (await paymentHistory({ db: webhook.db, clock: webhook.deps.clock, livemode: false }, 'org_fixture')) ?? []

describe('an invoice', () => {
  it('that was paid is one fact, however many events tell of it', async () => {
    await webhook.tell('invoice.paid')
    await webhook.tell('invoice.paid')
    expect(await facts()).toMatchObject([
      {
        businessKey: 'invoice:in_1Pd0fixture:paid',
        kind: 'invoice_paid',
        amount: 1900,
        currency: 'usd',
        stripeCustomerId: 'cus_Pd0fixture',
        occurredAt: new Date(1790000001 * 1000),
        hostedInvoiceUrl: 'https://invoice.stripe.com/i/acct_fixture/test_in_1Pd0fixture',
        invoicePdf: INVOICE_PDF,
      },
    ])
  })

  it('that was paid outside Stripe is paid, and its subscription is read', async () => {
    await webhook.tell('invoice.paid', { paid_out_of_band: true, payments: { data: [] } })
    expect(await keys()).toEqual(['invoice:in_1Pd0fixture:paid'])
    const reads = await webhook.db.$queryRaw`SELECT object_id AS id FROM reads WHERE due_at IS NOT NULL`
    expect(reads).toEqual([{ id: 'sub_1Pd0fixture' }])
  })

  it('that could not be collected is one fact an attempt', async () => {
    await webhook.tell('invoice.payment_failed')
    await webhook.tell('invoice.payment_failed')
    await webhook.tell('invoice.payment_failed', { attempt_count: 2 })
    await webhook.tell('invoice.payment_action_required', { attempt_count: 2 })
    expect(await keys()).toEqual([
      'invoice:in_1Pd0renewal:payment_action_required:2',
      'invoice:in_1Pd0renewal:payment_failed:1',
      'invoice:in_1Pd0renewal:payment_failed:2',
    ])
  })

  it('that was left open by a subscription that is no more is not to be paid', async () => {
    await webhook.tell('customer.created')
    await webhook.tell('invoice.payment_failed')
    await webhook.tell('customer.subscription.updated', {}, { created: 100 })
    expect(await history()).toMatchObject([{ isSettled: false }])
    await webhook.tell('customer.subscription.deleted', {}, { created: 200 })
    expect(await history()).toMatchObject([{ isSettled: true }])
  })

  it('that was given up is a fact of its own', async () => {
    await webhook.tell('invoice.voided')
    await webhook.tell('invoice.marked_uncollectible')
    expect(await keys()).toEqual([
      'invoice:in_1Pd0renewal:marked_uncollectible',
      'invoice:in_1Pd0renewal:voided',
    ])
  })

  it('shows in the history of the org with its links, and tells whether it is settled', async () => {
    await webhook.tell('customer.created')
    await webhook.tell('invoice.paid')
    await webhook.tell('invoice.payment_failed')
    expect(await history()).toMatchObject([
      {
        kind: 'invoice_payment_failed',
        isSettled: false,
      },
      { kind: 'invoice_paid', amount: 1900, isSettled: true, invoicePdf: INVOICE_PDF },
    ])
    await webhook.tell('invoice.paid', { id: 'in_1Pd0renewal' })
    expect((await history()).filter((line) => !line.isSettled)).toEqual([])
  })
})

it('that fails in mid-period leaves its plan for the days of grace, and no longer', async () => {
  await webhook.tell('customer.created')
  const { items } = fixture('customer.subscription.updated').data.object as unknown as {
    items: { data: [object] }
  }
  const [item] = items.data
  const month = { ...item, current_period_end: 1_801_500_000 }
  await webhook.tell('customer.subscription.updated', { status: 'past_due', items: { data: [month] } })
  await webhook.tell('invoice.payment_failed', {}, { created: 1_800_000_000 })
  const planAt = async (second: number) => {
    const clock = { now: () => new Date(second * 1000) }
    return (await currentEntitlement({ db: webhook.db, clock, livemode: false }, 'org_fixture')).plan
  }
  const days = 86_400
  expect(await planAt(1_800_000_000 + 6 * days)).toBe('pro')
  expect(await planAt(1_800_000_000 + 8 * days)).toBe('free')
})

describe('a refund', () => {
  it('is one fact, whichever of its events come, and in whatever order', async () => {
    const types = ['charge.refunded', 'refund.created', 'refund.updated', 'charge.refund.updated']
    for (const type of [...types, ...types.reverse()]) await webhook.tell(type)
    expect(await keys()).toEqual(['refund:re_3Pd0fixture'])
  })

  it('that failed is two facts, also when the failure is told first', async () => {
    await webhook.tell('refund.failed')
    await webhook.tell('refund.created')
    expect(await keys()).toEqual(['refund:re_3Pd0fixture', 'refund:re_3Pd0fixture:failed'])
  })

  it('is known by its id from a charge that lists it, as charges did before API 2022-11-15', async () => {
    const refund = { id: 're_listed', object: 'refund', charge: 'ch_3Pd0fixture', amount: 500, created: 100 }
    const refunds = { data: [{ ...refund, currency: 'usd', payment_intent: 'pi_3Pd0fixture' }] }
    await webhook.tell('charge.refunded', { amount_refunded: 500, refunds }, { api_version: '2020-08-27' })
    expect(await keys()).toEqual(['refund:re_listed'])
  })

  it('is asked for where a charge tells the sum alone', async () => {
    await webhook.tell('charge.refunded')
    answers.answerAll((path) => ({
      body: path.startsWith('/v1/refunds?payment_intent=pi_3Pd0fixture')
        ? {
            object: 'list',
            has_more: false,
            data: ['re_one', 're_two'].map((id) => ({
              id,
              object: 'refund',
              payment_intent: 'pi_3Pd0fixture',
              amount: 950,
              currency: 'usd',
              created: 100,
              status: 'succeeded',
            })),
          }
        : {},
    }))
    await webhook.runJobs(answers.stripe)
    expect(await keys()).toEqual(['refund:re_one', 'refund:re_two'])
  })

  it('shows in the history of the org whose invoice it gave back', async () => {
    await webhook.tell('refund.created')
    await webhook.tell('customer.created')
    await webhook.tell('invoice.paid')
    expect((await history()).map((line) => line.kind)).toEqual(['invoice_paid'])
    await webhook.tell('invoice_payment.paid')
    expect((await history()).map((line) => line.kind)).toEqual(['refund', 'invoice_paid'])
  })
})

it('keeps the amount of a currency without minor units as it is', async () => {
  await webhook.tell('customer.created')
  await webhook.tell('invoice.paid', { currency: 'jpy', amount_paid: 80 })
  expect(await history()).toMatchObject([{ amount: 80, currency: 'jpy' }])
})

it('keeps a dispute as a fact for each phase that is told', async () => {
  for (const kind of ['created', 'updated', 'closed', 'updated']) await webhook.tell(`charge.dispute.${kind}`)
  expect(await keys()).toEqual(['dispute:du_1Pd0fixture:opened', 'dispute:du_1Pd0fixture:won'])
})
