import { afterEach, beforeEach, expect, test } from 'vitest'
import { lever, openShop, type Shop, typesOf } from '../testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ webhook: undefined })
})
afterEach(() => shop.close())

const pay = (payment_method = 'pm_card_visa') =>
  shop.stripe.paymentIntents.create({ amount: 1900, currency: 'usd', payment_method, confirm: true })
const disputeOf = async (payment_intent: string) => {
  const [found] = (await shop.stripe.disputes.list({ payment_intent })).data
  if (!found) throw new Error('There is no dispute.')
  return found
}
const answer = (id: string, uncategorized_text: string, submit = true) =>
  shop.stripe.disputes.update(id, { evidence: { uncategorized_text }, submit })

test('a dispute takes the money, is reviewed once evidence is submitted, and gives the money back when won', async () => {
  const { id, ...opened } = await disputeOf((await pay('pm_card_createDispute')).id)
  expect(opened).toMatchObject({
    status: 'needs_response',
    is_charge_refundable: false,
    balance_transactions: [{ amount: -1900, fee: 1500, net: -3400, source: id }],
    payment_method_details: { card: { case_type: 'chargeback' } },
  })
  const staged = await answer(id, 'The plan was used.', false)
  expect(staged).toMatchObject({ status: 'needs_response', evidence_details: { submission_count: 0 } })
  const reviewed = await shop.stripe.disputes.update(id, { submit: true })
  expect(reviewed).toMatchObject({
    status: 'under_review',
    evidence: { uncategorized_text: 'The plan was used.' },
    evidence_details: { submission_count: 1, submission_method: 'manual' },
  })
  const won = await answer(id, 'winning_evidence')
  expect(won).toMatchObject({ status: 'won', is_charge_refundable: true })
  expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-1900, 1900])
  expect(await typesOf(shop.stripe, 'charge.dispute.')).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
    'charge.dispute.updated',
    'charge.dispute.updated',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
  ])
})

test('a lost dispute keeps the money, and a closed one takes no more evidence', async () => {
  const intent = await pay()
  await lever(shop, 'dispute', { payment_intent: intent.id, reason: 'product_not_received' })
  const { id } = await disputeOf(intent.id)
  expect(await answer(id, 'losing_evidence')).toMatchObject({ status: 'lost', is_charge_refundable: false })
  await expect(answer(id, 'winning_evidence')).rejects.toThrow('This dispute is already closed')
  await expect(shop.stripe.disputes.close(id)).rejects.toThrow('This dispute is already closed')
})

test('metadata alone neither submits nor decides', async () => {
  const { id } = await disputeOf((await pay('pm_card_createDispute')).id)
  const noted = await shop.stripe.disputes.update(id, { metadata: { ticket: '7' } })
  expect(noted).toMatchObject({ status: 'needs_response', evidence_details: { has_evidence: false } })
})

test('an inquiry takes no money and ends without a winner, or becomes a chargeback', async () => {
  const [asked, escalated] = [await pay('pm_card_createDisputeInquiry'), await pay()]
  const inquiry = await disputeOf(asked.id)
  expect(inquiry).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] })
  expect((await answer(inquiry.id, 'The plan was used.')).status).toBe('warning_under_review')
  expect((await answer(inquiry.id, 'winning_evidence')).status).toBe('warning_closed')
  await lever(shop, 'dispute', { payment_intent: escalated.id, inquiry: true })
  const { id } = await disputeOf(escalated.id)
  const chargeback = await answer(id, 'escalate_inquiry_evidence')
  expect(chargeback).toMatchObject({ status: 'needs_response', is_charge_refundable: false })
  expect((await shop.stripe.disputes.close(id)).status).toBe('lost')
})

test('a dispute that nobody answers is lost when its time is over', async () => {
  const { id } = await disputeOf((await pay('pm_card_createDispute')).id)
  await lever(shop, 'advance', { seconds: 10 * 86_400 })
  expect(await shop.stripe.disputes.retrieve(id)).toMatchObject({
    status: 'lost',
    evidence_details: { past_due: true },
  })
})

test('what was charged back cannot be refunded, until the dispute is won', async () => {
  const intent = await pay('pm_card_createDispute')
  const refund = () => shop.stripe.refunds.create({ payment_intent: intent.id })
  await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' })
  await answer((await disputeOf(intent.id)).id, 'winning_evidence')
  expect((await refund()).status).toBe('succeeded')
})
