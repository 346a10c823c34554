import { openTestWebhook } from '@paidup/billing/testing'
import { expect, it } from 'vitest'
import { expectedState } from './oracle/expected-state.ts'
import { expectNewestPayload, expectOneEnd } from './oracle/one-end.ts'
import { recordFirstCheckout } from './record/first-checkout.ts'
import { copiesOf } from './replay/copies.ts'
import { tellLives } from './replay/tell-lives.ts'
import { orderOf } from './schedule/orders.ts'

const ORG = 'org_of_lives'
const ORDERS = 5040

it('ends every order of the seven events of a first checkout in Stripe’s state, with each fact once', async () => {
  const shop = await openTestWebhook()
  const recording = await recordFirstCheckout(shop.db, ORG)
  await shop.close()
  expect(recording.events.map(({ type }) => type).sort()).toEqual(SEVEN)
  const expected = expectedState(recording)
  expect(expected.plan_entitlements).toMatchObject([{ plan: 'pro', status: 'active' }])
  expect(expected.credits_left).toMatchObject([{ credits: 100 }])

  const webhook = await openTestWebhook()
  const copies = copiesOf(recording, ORG)
  await tellLives(webhook, copies, ORDERS, async (telling) => {
    const order = orderOf(copies.told, telling.life)
    for (const told of order) await telling.tell(told)
    await expectNewestPayload(telling, order)
    await telling.runJobs()
  })
  await expectOneEnd(webhook, ORDERS, expected)
  await webhook.close()
}, 1_800_000)

const SEVEN = [
  'checkout.session.completed',
  'customer.created',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.updated',
  'invoice.paid',
  'invoice_payment.paid',
]
